import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const GONE_WITHIN_MS = 10_000

/** The processes that still use the data folder after at most 10 s: servers of ours and PostgreSQL's. Linux only. */
export async function processesLeft(dataDir: string): Promise<string[]> {
  for (const until = performance.now() + GONE_WITHIN_MS; ; await sleep(100)) {
    const found = await processesOf(dataDir)
    if (!found.length || performance.now() > until) return found
  }
}

async function processesOf(dataDir: string): Promise<string[]> {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => '')
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // PostgreSQL's processes work in its data folder, ours in the folder above.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (folder === '' || (folder !== cluster && folder !== dataDir)) continue
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    found.push(`${pid} ${command.replaceAll('\0', ' ').trim()}`)
  }
  return found
}

/** The id of PostgreSQL's main process, or undefined while there is none. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || undefined
}

/** Resident memory of a process in MB. Linux only. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}
