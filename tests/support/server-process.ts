import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentSchema } from '../../server/platform/config.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A program of ours in a process of its own, started as its command does it. */
export interface ServerProcess {
  child: ChildProcess
  /** What it said so far. */
  said(): string
  /** Sends a signal and waits for the end: the exit code (null after SIGKILL) and how long it took. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; tookMs: number }>
}

/** Starts a program by its path from the root. */
/** The environment, but for settings: those of the person's own market, such as its database, are not for tests. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !(name in environmentSchema.shape || /^PG/.test(name)))
  return Object.fromEntries(kept)
}

export function startProcess(
  program: string,
  environment: Record<string, string>,
  node = process.execPath,
  stdout: 'pipe' | number = 'pipe',
): ServerProcess {
  const child = spawn(node, [resolve(ROOT, program)], {
    // Not where the market of whoever runs the tests has its file .env.
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
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  return {
    child,
    said: () => said,
    async end(signal) {
      const beganAt = performance.now()
      const gone = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit')
      child.kill(signal)
      await gone
      return { code: child.exitCode, tookMs: performance.now() - beganAt }
    },
  }
}

/** Waits (at most 60 s) until the process says something that matches. */
export async function untilSaid({ child, said }: ServerProcess, pattern: RegExp): Promise<void> {
  for (const until = performance.now() + 60_000; !pattern.test(said()); await sleep(20)) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${said()}`)
    if (performance.now() > until) throw new Error(`never said ${pattern}: ${said()}`)
  }
}

/** The processes that a process started and that are alive. */
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

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
