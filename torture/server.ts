import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from './client.ts'

export const ROOT = resolve(import.meta.dirname, '..')
/** A fresh data folder has its market made first, which draws hundreds of pictures. */
const READY_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 10
const LINES_KEPT = 200

/** A server process as people start it. */
export interface Server {
  child: ChildProcess
  pid: number
  origin: string
  /** What it said last. */
  lines: string[]
  /** What it logged as its own fault: answers with status 500. */
  bugs: string[]
  /** Throws, with what it said last, when it has ended. */
  assertAlive(): void
  /** Waits until it says a line with the text. Throws when it ends before, or does not say it in time. */
  untilSaid(text: string, withinMs: number): Promise<void>
  /** When `/readyz` says yes, in milliseconds since the start of the process. Throws when it ends before. */
  ready(): Promise<number>
  /** Sends the signal and waits for the end; answers how it ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>
}

export interface ServerOptions {
  dataDir: string
  port: number
  environment?: Record<string, string>
  nodeOptions?: string[]
  /** Another program than one server, e.g. the one that starts several. */
  program?: string
}

/** Starts a program of ours in a process of its own, and does not wait until it serves. */
export function startServer({ dataDir, port, environment, nodeOptions = [], program }: ServerOptions): Server {
  const beganAt = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, program ?? 'server/main.ts')], {
    cwd: dataDir,
    env: { ...process.env, ...SETTINGS, ...environment, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const origin = `http://127.0.0.1:${port}`
  const lines: string[] = []
  const bugs: string[] = []
  const listeners = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.includes('"unexpected_error"')) bugs.push(line.slice(0, 1500))
      lines.push(line)
      for (const listener of listeners) listener(line)
      if (lines.length > LINES_KEPT) lines.shift()
    })
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const assertAlive = () => {
    if (hasEnded()) throw new Error(`the server ended (${child.exitCode ?? child.signalCode}): ${lines.join(' | ')}`)
  }

  return {
    child,
    pid: child.pid ?? 0,
    origin,
    lines,
    bugs,
    assertAlive,
    async untilSaid(text, withinMs) {
      let said = false
      const look = (line: string) => {
        said ||= line.includes(text)
      }
      listeners.add(look)
      for (const until = performance.now() + withinMs; !said; await sleep(LOOK_EVERY_MS)) {
        assertAlive()
        if (performance.now() > until) throw new Error(`the server did not say "${text}": ${lines.join(' | ')}`)
      }
      listeners.delete(look)
    },
    async ready() {
      await untilReady(origin, assertAlive)
      return performance.now() - beganAt
    },
    async end(signal) {
      const askedAt = performance.now()
      if (!hasEnded()) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      }
      return { code: child.exitCode, signal: child.signalCode, ms: performance.now() - askedAt }
    },
  }
}

/** One address does everything here: limits per address would measure the limits. */
const SETTINGS = { RATE_LIMITS: 'off', LOG_LEVEL: 'error' }

/** Waits until `/readyz` answers 200. `check` may throw to give up earlier. */
export async function untilReady(origin: string, check: () => void = () => {}): Promise<void> {
  const client = createClient(origin, { keepAlive: false })
  for (const until = performance.now() + READY_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
    check()
    if ((await client.send('/readyz', { timeoutMs: 3_000 })).status === 200) return
    if (performance.now() > until) throw new Error(`${origin} was not ready within ${READY_WITHIN_MS / 1000} s`)
  }
}
