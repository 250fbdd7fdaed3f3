import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Between two runs of a backlog, the pause is this many times as long as the process was busy during the run: requests come
 * first, and a backlog takes a tenth of the process.
 */
const REST_FACTOR = 9
const MAX_REST_MS = 250

/** Calls `run` while it returns true, with pauses. */
export async function runAll(signal: AbortSignal, run: () => Promise<unknown>): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted; ) {
    const before = performance.eventLoopUtilization()
    isMore = (await run()) === true
    const { active } = performance.eventLoopUtilization(before)
    await sleep(Math.min(active * REST_FACTOR, MAX_REST_MS), undefined, { ref: false, signal }).catch(() => {})
  }
}

/** The delay after being woken, so that one run serves a burst. It doubles under load, up to the interval. */
const GATHER_MS = 200

export interface Repeated {
  /** Runs soon instead of at the next interval. */
  wake(): void
  /** Stops; resolves when the current run has ended. */
  close(): Promise<void>
}

/** Calls `run`, which must not throw, every `everyMs`, and soon after `wake`; one call at a time. */
export function repeat(everyMs: number, run: (signal: AbortSignal) => Promise<void>): Repeated {
  const closing = new AbortController()
  let waiting = new AbortController()
  let isWoken = false

  async function loop(): Promise<void> {
    // Randomised, so that processes started together do not run in step.
    let pauseMs = everyMs * (1 - Math.random() / 2)
    let gatherMs = GATHER_MS
    while (!closing.signal.aborted) {
      waiting = new AbortController()
      if (!isWoken) await sleep(pauseMs, undefined, { ref: false, signal: waiting.signal }).catch(() => {})
      if (isWoken) await sleep(gatherMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      isWoken = false
      await runAll(closing.signal, () => run(closing.signal))
      pauseMs = everyMs
      gatherMs = isWoken ? Math.min(2 * gatherMs, everyMs) : GATHER_MS
    }
  }

  const running = loop()
  return {
    wake() {
      if (isWoken) return
      isWoken = true
      waiting.abort()
    },
    async close() {
      closing.abort()
      waiting.abort()
      await running
    },
  }
}
