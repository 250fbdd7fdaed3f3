import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentWithoutSettings } from '../../tests/support/server-process.ts'
import { createClient } from '../load/client.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Includes seeding a new data folder with hundreds of pictures. */
const READY_TIMEOUT_MS = 180_000
const POLL_INTERVAL_MS = 10
const LINES_KEPT = 200

/** A server process, started as in production. */
export interface Server {
  child: ChildProcess
  pid: number
  origin: string
  /** Its last lines of output. */
  lines: string[]
  /** Its logs of unexpected errors. */
  bugs: string[]
  /** Throws with the last output when the process has ended. */
  assertAlive(): void
  /** Waits for a line that contains the text. Throws when the process ends or the timeout expires. */
  untilPrinted(text: string, timeoutMs: number): Promise<void>
  /** Waits for `/readyz`; returns the milliseconds since the start. Throws when the process ends. */
  ready(): Promise<number>
  /** Sends the signal and waits for the process to exit. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>
}

export interface ServerOptions {
  dataDir: string
  port: number
  environment?: Record<string, string>
  nodeOptions?: string[]
  /** Default: a single server process. */
  program?: string
}

/** Starts a server without waiting until it is ready. */
export function startServer({ dataDir, port, environment, nodeOptions = [], program }: ServerOptions): Server {
  const beganAt = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, program ?? 'server/main.ts')], {
    cwd: dataDir,
    env: { ...environmentWithoutSettings(), ...SETTINGS, ...environment, DATA_DIR: dataDir, PORT: String(port) },
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
    async untilPrinted(text, timeoutMs) {
      let found = false
      const look = (line: string) => {
        found ||= line.includes(text)
      }
      listeners.add(look)
      for (const until = performance.now() + timeoutMs; !found; await sleep(POLL_INTERVAL_MS)) {
        assertAlive()
        if (performance.now() > until) throw new Error(`the server did not print "${text}": ${lines.join(' | ')}`)
      }
      listeners.delete(look)
    },
    async ready() {
      await untilReady(origin, assertAlive)
      return performance.now() - beganAt
    },
    async stop(signal) {
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

/** All requests come from one address, so rate limits are off. Payments have their own scenario. */
const SETTINGS = { RATE_LIMITS: 'off', LOG_LEVEL: 'error', PAYMENTS: 'off' }

/** Waits until `/readyz` returns 200. `check` may throw to stop waiting. */
export async function untilReady(origin: string, check: () => void = () => {}): Promise<void> {
  const client = createClient(origin, { keepAlive: false })
  for (const until = performance.now() + READY_TIMEOUT_MS; ; await sleep(POLL_INTERVAL_MS)) {
    check()
    if ((await client.send('/readyz', { timeoutMs: 3_000 })).status === 200) return
    if (performance.now() > until) throw new Error(`${origin} was not ready within ${READY_TIMEOUT_MS / 1000} s`)
  }
}
