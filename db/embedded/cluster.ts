import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { flushFolder, readIfExists, systemCode } from '../files.ts'
import { protectNew, SHOP_ROLE } from './access.ts'
import { checkOwner, type DatabaseLocation } from './location.ts'
import type { Programs } from './programs.ts'

/** The database of the marketplace. */
export const SHOP_DATABASE = 'openstall'

const UNFINISHED = '.unfinished-'

/**
 * Returns whether there is a database at `clusterDir`. Throws an Error that says what to do when it has another major
 * version, belongs to another user, or is not a database.
 */
export async function checkCluster({ clusterDir, account }: DatabaseLocation, major: string): Promise<boolean> {
  const found = await stat(clusterDir).catch((error) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (!found) return false
  if (process.getuid) await checkOwner(clusterDir, found.uid, account)
  const version = (await readIfExists(join(clusterDir, 'PG_VERSION')))?.trim()
  if (version === undefined) {
    if ((await readdir(clusterDir)).length === 0) return false
    throw new Error(
      `${clusterDir} is not empty and not a PostgreSQL database. Move it away, or choose another DATA_DIR.`,
    )
  }
  if (version !== major) {
    throw new Error(
      `The database in ${clusterDir} is of PostgreSQL ${version}, and this Openstall has PostgreSQL ${major}. ` +
        `Migrate it with pg_dump of PostgreSQL ${version}, serve it with DATABASE_URL, or choose another DATA_DIR.`,
    )
  }
  if ((found.mode & 0o077) !== 0) await chmod(clusterDir, 0o700)
  return true
}

/** Creates the database, which appears under its name only when complete. The caller holds the lock. */
export async function createCluster(location: DatabaseLocation, programs: Programs): Promise<void> {
  const { clusterDir, account } = location
  const base = dirname(clusterDir)
  await removeLeftovers(location)
  const unfinished = `${clusterDir}${UNFINISHED}${randomBytes(4).toString('hex')}`
  await mkdir(unfinished, { mode: 0o700 })
  if (account.spawnAs) await chown(unfinished, account.uid, account.gid)
  try {
    await runInitdb(unfinished, location, programs)
    await protectNew(unfinished, location, programs, [
      `create role ${SHOP_ROLE} createdb login;`,
      `create database ${SHOP_DATABASE} owner ${SHOP_ROLE};`,
    ])
    await rename(unfinished, clusterDir)
    await flushFolder(base)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function runInitdb(folder: string, { account }: DatabaseLocation, programs: Programs): Promise<void> {
  const options = [
    ...['--pgdata', folder, '--username=postgres', '--encoding=UTF8', '--no-instructions'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    // The access rules replace these before the first start.
    ...['--auth-local=reject', '--auth-host=reject'],
  ]
  await promisify(execFile)(programs.initdb, options, { ...account.spawnAs, cwd: '/', env: programs.env }).catch(
    (error: unknown) => {
      const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
      throw new Error(`PostgreSQL could not create its database: ${stderr || error}`, { cause: error })
    },
  )
}

/** Removes unfinished databases of processes that were killed while creating them. */
async function removeLeftovers({ clusterDir }: DatabaseLocation): Promise<void> {
  const base = dirname(clusterDir)
  for (const name of await readdir(base)) {
    if (name.startsWith(basename(clusterDir) + UNFINISHED)) {
      await rm(join(base, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
