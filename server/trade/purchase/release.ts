import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { CHECKOUT_KEPT_DAYS } from '../../../shared/stock/constants.ts'
import { type Clock, DAY_SECONDS } from '../../platform/config/clock.ts'
import { afterSeconds } from '../../platform/jobs/delete-expired.ts'
import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import { deleteEndedCheckouts, endCheckouts, lockDueCheckouts } from './queries.ts'

const EVERY_MS = 5_000
/** Checkouts that one transaction ends at most. */
const BATCH = 100

/** Ends open checkouts whose time is over, a batch of them; returns whether there may be more. */
export function endDueCheckouts(db: Db, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ids = await lockDueCheckouts(tx, now, BATCH)
    await endCheckouts(tx, ids, now)
    return ids.length === BATCH
  })
}

/** Starts the job that ends checkouts whose time is over, and gives back what they reserved; processes share the work. */
export function startReleasingExpired(deps: { db: Db; clock: Clock; log: { error(event: object): void } }): Job {
  return startJob({
    name: 'checkouts',
    everyMs: EVERY_MS,
    run: () => endDueCheckouts(deps.db, deps.clock()),
    onError: (error) => deps.log.error({ err: error, event: 'checkouts_failed' }),
  })
}

export const deleteOldCheckouts = afterSeconds(CHECKOUT_KEPT_DAYS * DAY_SECONDS, deleteEndedCheckouts)
