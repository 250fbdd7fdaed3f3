import type { Db } from '../../../db/tables.ts'
import { type Clock, secondsBefore } from '../config/clock.ts'
import { type Job, startJob } from './jobs.ts'

const EVERY_MS = 10 * 60 * 1000
/** Rows that one call deletes at most, so that no statement locks many. */
const BATCH = 500

/** Deletes at most `limit` rows of one table that have expired by `now`; returns how many. */
export type DeleteExpired = (db: Db, now: Date, limit: number) => Promise<number>

/** Returns a deletion of the rows that are older than this. */
export function afterSeconds(
  seconds: number,
  deleteOlder: (db: Db, before: Date, limit: number) => Promise<number>,
): DeleteExpired {
  return (db, now, limit) => deleteOlder(db, secondsBefore(now, seconds), limit)
}

interface Deps {
  db: Db
  clock: Clock
  expired: readonly DeleteExpired[]
}

/** Starts the job that deletes expired rows (`server/operate/start/expired-rows.ts`); processes share the work. */
export function startDeletingExpired(deps: Deps & { log: { error(event: object): void } }): Job {
  return startJob({
    name: 'clean-up',
    everyMs: EVERY_MS,
    run: () => deleteBatches(deps),
    onError: (error) => deps.log.error({ err: error, event: 'clean_up_failed' }),
  })
}

/** Deletes a batch of each kind of expired rows, also after a failure of others; returns whether there may be more. */
export async function deleteBatches({ db, clock, expired }: Deps): Promise<boolean> {
  const now = clock()
  let isMore = false
  const failures: unknown[] = []
  for (const deleteExpired of expired) {
    try {
      isMore = (await deleteExpired(db, now, BATCH)) === BATCH || isMore
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length) throw failures[0]
  return isMore
}
