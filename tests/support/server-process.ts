import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../db/connect.ts'
import { environmentSchema } from '../../server/platform/config/declarations.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A server program in its own process, started as by its command. */
export interface ServerProcess {
  child: ChildProcess
  /** Returns everything that it has printed. */
  output(): string
  /** Sends a signal and waits for the exit; returns the exit code (null after SIGKILL) and the time. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; tookMs: number }>
}

/** Returns the environment without settings: tests must not use the developer's own database. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !(name in environmentSchema.shape || /^PG/.test(name)))
  return Object.fromEntries(kept)
}

/** Starts a program by its path from the root. */
export function startProcess(
  program: string,
  environment: Record<string, string>,
  node = process.execPath,
  stdout: 'pipe' | number = 'pipe',
): ServerProcess {
  const child = spawn(node, [resolve(ROOT, program)], {
    // Not in a folder with a developer's .env.
    cwd: tmpdir(),
    env: {
      ...environmentWithoutSettings(),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...environment,
    },
    stdio: ['ignore', stdout, 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return {
    child,
    output: () => output,
    async end(signal) {
      const startedAt = performance.now()
      const exited = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit')
      child.kill(signal)
      await exited
      return { code: child.exitCode, tookMs: performance.now() - startedAt }
    },
  }
}

/** Waits up to 60 s until the output matches. */
export async function untilPrinted({ child, output }: ServerProcess, pattern: RegExp): Promise<void> {
  for (const until = performance.now() + 180_000; !pattern.test(output()); await sleep(20)) {
    if (child.exitCode !== null) throw new Error(`exited with ${child.exitCode}: ${output()}`)
    if (performance.now() > until) throw new Error(`never printed ${pattern}: ${output()}`)
  }
}

/** Returns the running children of a process. */
export async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(parent) === pid && state !== 'Z') found.push(Number(entry))
  }
  return found
}

/** Returns whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** For processes with an environment of their own: sources are compiled once for all of them. */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

/** A server of `market-worker.ts`. */
export interface MarketWorker {
  child: ChildProcess
  address: string
  apiKey: string
  /** Kills it, and waits for its exit. */
  kill(): Promise<void>
}

/** Starts the server on an existing database, in a process that can be killed. */
export async function startMarketWorker(task: {
  connection: Connection
  dataDir: string
  port?: number
}): Promise<MarketWorker> {
  const program = join(ROOT, 'tests/support/market-worker.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) return { child, kill, ...JSON.parse(line) }
  throw new Error('the server ended before it listened')
}
