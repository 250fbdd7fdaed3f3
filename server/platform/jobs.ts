import { channel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeWork, doWork } from '../../db/work.ts'

export interface JobRun {
  job: string
  failed: boolean
}

/** Each run of a job, from waking until there is nothing more to do, is published here as a JobRun. */
export const jobRuns = channel('openstall.job-runs')

export interface Queue {
  name: string
  /** How many things wait in it, of all processes. */
  length(): Promise<number>
}

/** Every queue is published here when it is opened. */
export const queuesOpened = channel('openstall.queues-opened')

/** After a failure the next try waits twice as long, up to this many times the period. */
const MAX_SLOW_DOWN = 32

export interface Job {
  /** Works soon instead of at the next turn, after something was put into its queue. */
  wake(): void
  /** Lets the running turn end and stops. */
  close(): Promise<void>
}

/**
 * Runs `turn` again and again: every `everyMs`, at once when woken, and at once again while it answers true (there is
 * more). What is to be done stands in the database and each turn claims its rows with `for update skip locked`, so a
 * restart forgets nothing and several processes share the work. A turn that throws is told to `onError` and tried later.
 */
export function startJob(options: {
  /** Names the job in metrics and in SQL comments. */
  name: string
  everyMs: number
  turn: (signal: AbortSignal) => Promise<boolean>
  onError: (error: unknown) => void
}): Job {
  const { name, everyMs, turn, onError } = options
  const closing = new AbortController()
  let waiting = new AbortController()
  let woken = false

  async function pause(ms: number): Promise<void> {
    if (woken || closing.signal.aborted) return
    waiting = new AbortController()
    await sleep(ms, undefined, { ref: false, signal: waiting.signal }).catch(() => {})
  }

  async function run(): Promise<void> {
    let slowDown = 1
    while (!closing.signal.aborted) {
      await pause(everyMs * slowDown)
      woken = false
      try {
        while (!closing.signal.aborted && (await turn(closing.signal)));
        slowDown = 1
        jobRuns.publish({ job: name, failed: false } satisfies JobRun)
      } catch (error) {
        if (closing.signal.aborted) return
        jobRuns.publish({ job: name, failed: true } satisfies JobRun)
        onError(error)
        slowDown = Math.min(slowDown * 2, MAX_SLOW_DOWN)
        // Who is woken all the time while the database is away would ask without a pause.
        await sleep(everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      }
    }
  }

  const running = doWork(describeWork('job', name), run)
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
