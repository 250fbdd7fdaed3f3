import { access, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from './failures.ts'
import { systemCode } from './files.ts'

/**
 * Returns the real path of the data folder, after creating it, private to this user, if it is missing. Throws an Error that
 * says what to do when it cannot be written to.
 */
export async function openDataDir(path: string): Promise<string> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error
    })
    const dataDir = await realpath(path)
    if (!(await stat(dataDir)).isDirectory()) throw new Error('it is not a folder')
    await access(dataDir, constants.W_OK | constants.X_OK)
    return dataDir
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new Error(
      `The data folder ${path} cannot be used (${reason}). Set DATA_DIR to a folder that this user can write to.`,
      { cause },
    )
  }
}
