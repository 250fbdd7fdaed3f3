import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const EXIT_TIMEOUT_MS = 10_000

/** Waits up to 10 s for all processes to leave the data folder, and returns the rest. Linux only. */
export async function remainingProcesses(dataDir: string): Promise<string[]> {
  for (const until = performance.now() + EXIT_TIMEOUT_MS; ; await sleep(100)) {
    const found = await processesOf(dataDir)
    if (!found.length || performance.now() > until) return found
  }
}

async function processesOf(dataDir: string): Promise<string[]> {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => '')
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // PostgreSQL's working directory is its own folder, ours the one above.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (folder === '' || (folder !== cluster && folder !== dataDir)) continue
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    found.push(`${pid} ${command.replaceAll('\0', ' ').trim()}`)
  }
  return found
}

/** Returns the id of the postmaster, or undefined while PostgreSQL is not running. */
export async function findPostmaster(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || undefined
}

/** Returns the resident memory of a process, in MB. Linux only. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}
