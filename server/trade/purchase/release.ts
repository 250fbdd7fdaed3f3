import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { CHECKOUT_LIFE_DAYS } from '../../../shared/stock/constants.ts'
import { type Clock, DAY_SECONDS } from '../../platform/config/clock.ts'
import { afterSeconds } from '../../platform/jobs/delete-expired.ts'
import type { OutboxStep } from '../../platform/jobs/outbox.ts'
import { areCheckoutsDue, deleteEndedCheckouts, endCheckouts, lockDueCheckouts } from './queries.ts'

/** Checkouts ended per transaction. */
const BATCH = 100

/** Ends one batch of expired open checkouts; returns whether there may be more. */
export function endDueCheckouts(db: Db, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ids = await lockDueCheckouts(tx, now, BATCH)
    await endCheckouts(tx, ids, now)
    return ids.length === BATCH
  })
}

/** Ends expired checkouts and releases their reservations; processes share the work. */
export function releasingExpired({ db, clock }: { db: Db; clock: Clock }): OutboxStep {
  return { name: 'checkouts', isDue: areCheckoutsDue, run: () => endDueCheckouts(db, clock()) }
}

export const deleteOldCheckouts = afterSeconds(CHECKOUT_LIFE_DAYS * DAY_SECONDS, deleteEndedCheckouts)
