import type { Db } from '../../../db/tables.ts'
import { type Clock, secondsBefore } from '../config/clock.ts'
import { deleteReplacedTasks } from './queries.ts'
import { handle, type Task, type TaskHandler } from './task.ts'

/** The limit of rows that one call deletes, so that no statement locks many. */
const BATCH = 500

/** Deletes at most `limit` rows of one table that have expired by `now`; returns how many. */
export type DeleteExpired = (db: Db, now: Date, limit: number) => Promise<number>

/** Returns a deletion of rows that are older than `seconds`. */
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

/** Deletes expired rows (`server/operate/start/expired-rows.ts`). */
export const cleanUp: Task = { name: 'clean_up' }

export function cleanUpHandler(deps: Deps): TaskHandler {
  return handle(cleanUp, async () => {
    await deleteReplacedTasks(deps.db)
    return deleteBatches(deps)
  })
}

/**
 * Deletes a batch of each kind of expired rows, even when other kinds fail; returns whether there may be more. Throws the
 * failure of a kind once there are no more of the others.
 */
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
  if (failures.length && !isMore) throw failures[0]
  return isMore
}
