import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from './client.ts'

export interface Load {
  responses: Pick<Outcome, 'status' | 'ms' | 'failure'>[]
  /** Number of 503 without Retry-After. */
  withoutRetryAfter: number
  seconds: number
}

type Request = () => Promise<Outcome>

const TICK_MS = 5

function createLoad(): Load & { add(outcome: Outcome): void } {
  const load: Load = { responses: [], withoutRetryAfter: 0, seconds: 0 }
  return Object.assign(load, {
    add: ({ status, ms, failure, headers }: Outcome) => {
      load.responses.push({ status, ms, failure })
      if (status === 503 && headers['retry-after'] === undefined) load.withoutRetryAfter++
    },
  })
}

/** Closed loop: each of `visitors` sends its next request after the last response. */
export async function runClosedLoop(request: Request, visitors: number, durationMs: number): Promise<Load> {
  const load = createLoad()
  const startedAt = performance.now()
  const visit = async () => {
    while (performance.now() - startedAt < durationMs) load.add(await request())
  }
  await Promise.all(Array.from({ length: visitors }, visit))
  load.seconds = (performance.now() - startedAt) / 1000
  return load
}

/** Open loop: sends `perSecond` requests a second without waiting for responses. */
export async function runOpenLoop(request: Request, perSecond: number, durationMs: number): Promise<Load> {
  const load = createLoad()
  const startedAt = performance.now()
  const running = new Set<Promise<void>>()
  for (let sent = 0; performance.now() - startedAt < durationMs; await sleep(TICK_MS)) {
    for (const due = ((performance.now() - startedAt) / 1000) * perSecond; sent < due; sent++) {
      const one: Promise<void> = request().then((outcome) => {
        load.add(outcome)
        running.delete(one)
      })
      running.add(one)
    }
  }
  load.seconds = (performance.now() - startedAt) / 1000
  await Promise.all(running)
  return load
}

/** Returns the response times of a kind, in milliseconds. */
export function responseTimes({ responses }: Load, kind: 'served' | 'shed'): number[] {
  const wanted = responses.filter(({ status }) => (kind === 'served' ? status > 0 && status < 500 : status === 503))
  return wanted.map(({ ms }) => ms)
}

/** Returns the responses other than served and 503. */
export function failures({ responses }: Load): string[] {
  return responses
    .filter(({ status }) => status === 0 || (status >= 400 && status !== 503))
    .map(({ status, failure, ms }) => `${failure ?? status} after ${ms.toFixed(0)} ms`)
}
