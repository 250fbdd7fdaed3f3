import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'

/** What Linux counts processor time in, whatever its kernel ticks in. */
const MS_PER_TICK = 10

export interface Started {
  child: ChildProcess
  /** From the start of the process to its first answer. */
  startMs: number
  stop(): Promise<void>
}

/** Starts a Node program and waits (at most 60 s) until `url` answers. */
export async function startNode(args: string[], environment: Record<string, string>, url: string): Promise<Started> {
  const beganAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with code ${child.exitCode}`)
    if (performance.now() - beganAt > 60_000) throw new Error(`${args[0]} did not answer`)
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

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Memory in MB that the given processes and all their descendants really take (shared pages counted once). Linux only. */
export async function memoryMegabytes(roots: number[]): Promise<number> {
  let kilobytes = 0
  for (const pid of await withDescendants(roots)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes / 1024
}

/** Processor time in ms that the process and its descendants have taken so far. Linux only; NaN elsewhere. */
export async function processorMs(root: number): Promise<number> {
  let ticks = 0
  for (const pid of await withDescendants([root])) {
    const fields = await statOf(pid)
    // Own time, and that of children that have ended.
    for (const index of [11, 12, 13, 14]) ticks += Number(fields?.[index] ?? 0)
  }
  return ticks ? ticks * MS_PER_TICK : Number.NaN
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

/** The fields of `/proc/<pid>/stat` behind the name, which may hold anything. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}
