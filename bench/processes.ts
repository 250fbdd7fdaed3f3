import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { environmentWithoutSettings } from '../tests/support/server-process.ts'

/** The unit of /proc/<pid>/stat, independent of the kernel's tick rate. */
const MS_PER_TICK = 10

export interface Started {
  child: ChildProcess
  /** Milliseconds from process start to the first response. */
  startMs: number
  stop(): Promise<void>
}

/** Starts a Node program and waits until `url` responds. Throws after 60 s, or when the program exits. */
export async function startNode(args: string[], environment: Record<string, string>, url: string): Promise<Started> {
  const beganAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: tmpdir(),
    env: { ...environmentWithoutSettings(), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await responds(url))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with code ${child.exitCode}`)
    if (performance.now() - beganAt > 60_000) throw new Error(`${args[0]} did not respond`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    child,
    startMs: performance.now() - beganAt,
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function responds(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Returns the memory of processes and their descendants, in MB; shared pages count once. Linux only. */
export async function memoryMegabytes(roots: number[]): Promise<number> {
  let kilobytes = 0
  for (const pid of await withDescendants(roots)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes / 1024
}

/** Returns the CPU milliseconds of a process and its descendants so far. Linux only; NaN elsewhere. */
export async function processorMs(root: number): Promise<number> {
  const all = [...(await processorMsOfEach(root)).values()]
  return all.length ? all.reduce((sum, ms) => sum + ms, 0) : Number.NaN
}

/** Returns the CPU milliseconds so far of a process and of each descendant, by process id. Linux only; empty elsewhere. */
export async function processorMsOfEach(root: number): Promise<Map<number, number>> {
  const times = new Map<number, number>()
  for (const pid of await withDescendants([root])) {
    const fields = await statOf(pid)
    // Times of the process (user, system) and of its ended children.
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields?.[index] ?? 0), 0)
    times.set(pid, ticks * MS_PER_TICK)
  }
  return times
}

async function withDescendants(roots: number[]): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(entry)) continue
    const parent = (await statOf(Number(entry)))?.[1]
    if (parent) parents.set(Number(entry), Number(parent))
  }
  const belongs = (pid: number): boolean => roots.includes(pid) || (parents.has(pid) && belongs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(belongs)
}

/** Returns the fields of `/proc/<pid>/stat` after the process name, which may contain any character. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}
