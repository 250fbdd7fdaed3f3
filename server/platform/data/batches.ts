import { setTimeout as sleep } from 'node:timers/promises'
import { isConflict, isDatabaseUnavailable } from '../../../db/connect.ts'
import { createContext, currentContext, runInContext } from '../../../db/request-context.ts'

const BATCH_ROWS = 1_000
/** The wait budget of one attempt: its statements have their own, not that of the request, which ends much later. */
const ATTEMPT_BUDGET_MS = 4_600
const PAUSE_MS = 1_000
/** Shorter than the timeout of a connection on which nothing is sent. */
const GIVE_UP_AFTER_MS = 25_000

interface Batch<Row> {
  rows: Row[]
  next: number
}

/**
 * Yields the rows of a long list, batch by batch; `read` returns the one that begins at a number, undefined after the last.
 * Each is read by statements of its own, so that a slow reader keeps no connection. While the database is busy or
 * unavailable, a batch is read again for 25 s.
 */
export async function* inBatches<Row>(
  first: number,
  read: (from: number, size: number) => Promise<Batch<Row> | undefined>,
): AsyncGenerator<Row[]> {
  for (let from = first; ; ) {
    const batch = await readAgain(() => read(from, BATCH_ROWS))
    if (!batch) return
    if (batch.rows.length) yield batch.rows
    from = batch.next
  }
}

async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  const id = currentContext()?.id ?? 'export'
  const startedAt = performance.now()
  for (;;) {
    try {
      return await runInContext(createContext('request', id, ATTEMPT_BUDGET_MS), read)
    } catch (error) {
      const passes = isDatabaseUnavailable(error) || isConflict(error)
      if (!passes || performance.now() - startedAt > GIVE_UP_AFTER_MS) throw error
      await sleep(PAUSE_MS, undefined, { ref: false })
    }
  }
}
