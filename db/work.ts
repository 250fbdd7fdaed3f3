import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf the database is asked: a request, or a turn of a job. */
export interface Work {
  readonly kind: 'request' | 'job'
  /** A request's id, a job's name. */
  readonly id: string
  /** How much longer it may wait for the database, in milliseconds; counted down by the waiting itself. */
  patienceMs: number
}

const current = new AsyncLocalStorage<Work>()

/** Of this form only: it becomes part of SQL statements, as a comment. */
export const WORK_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Describes a piece of work. Throws when `id` could be more than a name. */
export function describeWork(kind: Work['kind'], id: string, patienceMs = Number.POSITIVE_INFINITY): Work {
  if (!WORK_ID.test(id)) throw new Error('the id of a piece of work is 1 to 64 letters, digits, _ or -')
  return { kind, id, patienceMs }
}

/** Runs `run`, and everything it starts, as part of `work`. */
export function doWork<T>(work: Work, run: () => T): T {
  return current.run(work, run)
}

/** What is being done right now; absent in commands and at the start. */
export function currentWork(): Work | undefined {
  return current.getStore()
}

/** Waits for what other work asked of the database: it counts as waiting of this work, too. */
export async function countWaiting<T>(asked: Promise<T>): Promise<T> {
  const work = currentWork()
  const sinceMs = performance.now()
  try {
    return await asked
  } finally {
    if (work) work.patienceMs -= performance.now() - sinceMs
  }
}
