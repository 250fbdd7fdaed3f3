import { channel } from 'node:diagnostics_channel'
import type { RawBuilder } from 'kysely'
import { inTransaction } from '../../../db/connect.ts'
import { createContext, runInContext } from '../../../db/request-context.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import { areTrue, lockWork } from './queries.ts'
import { type Repeated, repeat, runAll } from './repeat.ts'

export interface JobRun {
  job: string
  failed: boolean
}

/** Publishes a JobRun for each run of a step or a task when it ends. */
export const jobRuns = channel('openstall.job-runs')

/** Runs a step or a task, and repeats it while it returns true. */
export async function runJob(job: string, signal: AbortSignal, run: () => Promise<unknown>): Promise<void> {
  let failed = true
  try {
    await runInContext(createContext('job', job), () => runAll(signal, run))
    failed = false
  } finally {
    jobRuns.publish({ job, failed } satisfies JobRun)
  }
}

/**
 * Follow-up work of rows, done soon after they are written or when it is due. It only changes the database; work that waits
 * for another service is a task, which it queues.
 */
export interface OutboxStep {
  name: string
  /** Returns an SQL condition that is true when there is work. One statement asks those of all steps. */
  isDue(now: Date): RawBuilder<boolean>
  /** Returns true when there is more to do. Several processes may run it at once: see `exclusiveStep`. */
  run(signal: AbortSignal): Promise<boolean>
}

const EVERY_MS = 2_000

interface Deps {
  db: Db
  clock: Clock
  steps: readonly OutboxStep[]
  log: { error(event: object): void }
}

/** Starts the outbox: every 2 seconds, and when woken, one statement finds the steps that have work. */
export function startOutbox({ db, clock, steps, log }: Deps): Repeated {
  const closing = new AbortController()
  /** A step with a long backlog does not block the others. */
  const running = new Map<OutboxStep, Promise<void>>()

  async function runStep({ name, run }: OutboxStep): Promise<void> {
    const { signal } = closing
    try {
      await runJob(name, signal, () => run(signal))
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, event: 'outbox_failed', step: name })
    }
  }

  const search = repeat(EVERY_MS, async (signal) => {
    try {
      const now = clock()
      const idle = steps.filter((step) => !running.has(step))
      const conditions = idle.map(({ isDue }) => isDue(now))
      const due = await runInContext(createContext('job', 'outbox'), () => areTrue(db, conditions))
      for (const [at, step] of idle.entries())
        if (due[at] && !signal.aborted)
          running.set(
            step,
            runStep(step).finally(() => running.delete(step)),
          )
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, event: 'outbox_failed' })
    }
  })

  return {
    wake: () => search.wake(),
    async close() {
      closing.abort()
      await search.close()
      await Promise.all(running.values())
    },
  }
}

interface ExclusiveStep extends Pick<OutboxStep, 'name' | 'isDue'> {
  run(tx: Tx): Promise<boolean>
}

/** Returns a step that runs in a transaction, in one process at a time. */
export function exclusiveStep(db: Db, { name, isDue, run }: ExclusiveStep): OutboxStep {
  return { name, isDue, run: () => inTransaction(db, async (tx) => ((await lockWork(tx, name)) ? run(tx) : false)) }
}
