import { retryConflicts } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { OutboxStep } from '../../platform/jobs/outbox.ts'
import { areCheckoutsDue, endExpired } from './queries.ts'

/** Checkouts ended per statement. */
const BATCH = 100

/** Ends one batch of expired open checkouts; returns whether there may be more. */
export const endDueCheckouts = async (db: Db, now: Date) =>
  (await retryConflicts(() => endExpired(db, now, BATCH))) === BATCH

/** Ends expired checkouts and releases their reservations; processes share the work. */
export function releasingExpired({ db, clock }: { db: Db; clock: Clock }): OutboxStep {
  return { name: 'checkouts', isDue: areCheckoutsDue, run: () => endDueCheckouts(db, clock()) }
}
