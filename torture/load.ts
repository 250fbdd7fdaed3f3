import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './client.ts'

/** What was answered, and after how long. */
export interface Load {
  answers: Pick<Answer, 'status' | 'ms' | 'failure'>[]
  /** 503 that does not say when to come again. */
  unadvised: number
  seconds: number
}

type Request = () => Promise<Answer>

const TICK_MS = 5

function createLoad(): Load & { keep(answer: Answer): void } {
  const load: Load = { answers: [], unadvised: 0, seconds: 0 }
  return Object.assign(load, {
    keep: ({ status, ms, failure, headers }: Answer) => {
      load.answers.push({ status, ms, failure })
      if (status === 503 && headers['retry-after'] === undefined) load.unadvised++
    },
  })
}

/** `visitors` who each send the next request when they have the answer: never more than the server can serve. */
export async function visitSteadily(request: Request, visitors: number, forMs: number): Promise<Load> {
  const load = createLoad()
  const beganAt = performance.now()
  const visit = async () => {
    while (performance.now() - beganAt < forMs) load.keep(await request())
  }
  await Promise.all(Array.from({ length: visitors }, visit))
  load.seconds = (performance.now() - beganAt) / 1000
  return load
}

/** So many requests a second, whether or not the earlier ones were answered: as a crowd comes. */
export async function rush(request: Request, perSecond: number, forMs: number): Promise<Load> {
  const load = createLoad()
  const beganAt = performance.now()
  const running = new Set<Promise<void>>()
  for (let sent = 0; performance.now() - beganAt < forMs; await sleep(TICK_MS)) {
    for (const due = ((performance.now() - beganAt) / 1000) * perSecond; sent < due; sent++) {
      const one: Promise<void> = request().then((answer) => {
        load.keep(answer)
        running.delete(one)
      })
      running.add(one)
    }
  }
  load.seconds = (performance.now() - beganAt) / 1000
  await Promise.all(running)
  return load
}

/** How long the answers of a kind took. */
export function timesOf({ answers }: Load, kind: 'served' | 'shed'): number[] {
  const wanted = answers.filter(({ status }) => (kind === 'served' ? status > 0 && status < 500 : status === 503))
  return wanted.map(({ ms }) => ms)
}

/** Answers that are neither service nor an honest 503. */
export function failuresOf({ answers }: Load): string[] {
  return answers
    .filter(({ status }) => status === 0 || (status >= 400 && status !== 503))
    .map(({ status, failure, ms }) => `${failure ?? status} after ${ms.toFixed(0)} ms`)
}
