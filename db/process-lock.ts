import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const SQLITE_BUSY = 5
const RETRY_EVERY_MS = 40

/**
 * Returns a function that releases the lock on `file`; undefined when another process of this machine has it. The kernel
 * releases the lock when this process dies. It is taken through SQLite, because Node has no call for file locks. A pid file
 * would remain after a kill, and in a restarted container another process may have that id.
 */
function tryProcessLock(file: string): (() => void) | undefined {
  const handle = openFile(file)
  try {
    handle.exec('begin exclusive')
    return () => handle.close()
  } catch (error) {
    handle.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

function openFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    throw new Error(`cannot open the lock file ${file}`, { cause: error })
  }
}

/** Returns what `work` returns, which runs with the lock on `file`. `onWait` is called once if another process has it. */
export async function withProcessLock<T>(file: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  let release = tryProcessLock(file)
  if (!release) onWait?.()
  while (!release) {
    await sleep(RETRY_EVERY_MS)
    release = tryProcessLock(file)
  }
  try {
    return await work()
  } finally {
    release()
  }
}
