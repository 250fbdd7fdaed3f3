import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const SQLITE_BUSY = 5
const LOOK_EVERY_MS = 40

/**
 * Takes the lock that processes of this machine share by naming the same file, or answers undefined when another holds
 * it. It lasts until the answered function is called or this process dies, however it dies: the lock is the kernel's,
 * taken through SQLite because Node itself has no call for it. A file with a process id in it would outlive a killed
 * process, and in a restarted container its id may belong to somebody else.
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

/** Waits for the lock on `file`, runs `work` under it and lets go. `onWait` is called once when there is a wait. */
export async function withProcessLock<T>(file: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  let release = tryProcessLock(file)
  if (!release) onWait?.()
  while (!release) {
    await sleep(LOOK_EVERY_MS)
    release = tryProcessLock(file)
  }
  try {
    return await work()
  } finally {
    release()
  }
}
