import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux keeps what is in it in memory. */
const IN_MEMORY = '/dev/shm'
const PREFIX = 'openstall-tests-'
/** A run needs about a quarter of it at once. */
const ROOM_BYTES = 4 * 2 ** 30

/**
 * Lets all tests put their databases and files into memory, unless TMPDIR names another place or there is no room: on a disk,
 * creating and removing a database takes longer than most tests. Returns a function that removes the folder.
 */
export function openMemoryFolder(): () => void {
  if (process.env.TMPDIR || !hasRoom()) return () => {}
  removeLeftovers()
  const folder = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`))
  // As that of the system: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => {
    delete process.env.TMPDIR
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether there is such a folder, large enough and for programs, too: tests start copies. */
function hasRoom(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , kind, options = ''] = mounts.map((line) => line.split(' ')).find(([, at]) => at === IN_MEMORY) ?? []
  if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES
}

/** Removes what killed runs left behind, as it would fill the memory. */
function removeLeftovers(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(IN_MEMORY, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
