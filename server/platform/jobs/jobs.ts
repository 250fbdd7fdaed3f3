import { channel } from 'node:diagnostics_channel'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContext, runInContext } from '../../../db/request-context.ts'

export interface JobRun {
  job: string
  failed: boolean
}

/** Each run of a job is published here as a JobRun when it ends. */
export const jobRuns = channel('openstall.job-runs')

export interface Queue {
  name: string
  /** Returns how many items wait, of all processes. */
  length(): Promise<number>
}

/** Every queue is published here when it is opened. */
export const queuesOpened = channel('openstall.queues-opened')

/**
 * Between two runs of a job that has more to do, it rests this many times as long as the process was busy during the run:
 * requests come first, and a queue that has grown long is worked off with a tenth of the process.
 */
const REST_FACTOR = 9
const MAX_REST_MS = 250

const MAX_BACKOFF = 32

/** The time by which a first run delays those of other jobs: a service that does not respond must not stop them all. */
const MAX_FIRST_RUN_MS = 2_000

/** Ends when the job that began last lets the next one begin. At the same time each would open a connection of its own. */
let lastBeginning: Promise<unknown> = Promise.resolve()

/** Returns what the first run of a job returns; it waits for the first runs of other jobs. */
async function runInTurn(signal: AbortSignal, run: () => Promise<boolean>): Promise<boolean> {
  const before = lastBeginning
  const { promise: begun, resolve: letNextBegin } = Promise.withResolvers<void>()
  lastBeginning = before.then(() => begun)
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    await Promise.race([before, stopped])
    if (signal.aborted) return false
    setTimeout(letNextBegin, MAX_FIRST_RUN_MS).unref()
    return await run()
  } finally {
    letNextBegin()
  }
}

export interface Job {
  /** Runs soon instead of at the next interval, after something was queued. */
  wake(): void
  close(): Promise<void>
}

/**
 * Starts a job: calls `run` every `everyMs`, at once when woken, and again after a rest while it returns true (there is more).
 * The queue is in the database, and each run claims its rows with `for update skip locked`: a restart loses nothing and
 * several processes share the work. When a run throws, the error is passed to `onError` and the run is retried later.
 */
export function startJob(options: {
  name: string
  everyMs: number
  run: (signal: AbortSignal) => Promise<boolean>
  onError: (error: unknown) => void
}): Job {
  const { name, everyMs, run, onError } = options
  const closing = new AbortController()
  let waiting = new AbortController()
  let woken = false
  let hasBegun = false

  async function pause(ms: number): Promise<void> {
    if (woken || closing.signal.aborted) return
    waiting = new AbortController()
    await sleep(ms, undefined, { ref: false, signal: waiting.signal }).catch(() => {})
  }

  /** Runs until there is no more to do. */
  async function runAll(): Promise<void> {
    while (!closing.signal.aborted) {
      const before = performance.eventLoopUtilization()
      const isFirst = !hasBegun
      hasBegun = true
      const isMore = isFirst ? runInTurn(closing.signal, () => run(closing.signal)) : run(closing.signal)
      if (!(await isMore)) return
      const { active } = performance.eventLoopUtilization(before)
      const rest = Math.min(active * REST_FACTOR, MAX_REST_MS)
      await sleep(rest, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }

  async function loop(): Promise<void> {
    // Jobs of one interval come at different times.
    let backoff = 1 - Math.random() / 2
    while (!closing.signal.aborted) {
      await pause(everyMs * backoff)
      woken = false
      try {
        await runAll()
        backoff = 1
        jobRuns.publish({ job: name, failed: false } satisfies JobRun)
      } catch (error) {
        if (closing.signal.aborted) return
        jobRuns.publish({ job: name, failed: true } satisfies JobRun)
        onError(error)
        backoff = Math.min(backoff * 2, MAX_BACKOFF)
        // Frequent wakes must not remove the pause while the database is unavailable.
        await sleep(everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      }
    }
  }

  const running = runInContext(createContext('job', name), loop)
  return {
    wake() {
      woken = true
      waiting.abort()
    },
    async close() {
      closing.abort()
      waiting.abort()
      await running
    },
  }
}
