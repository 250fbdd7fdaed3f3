import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { type Job, startJob } from '../platform/jobs.ts'
import { followSuspension, lockStallToFollow } from './suspension-queries.ts'

const EVERY_MS = 2_000
/** As many as the suspension itself takes along: see `hide_products_of_suspended`. */
const AT_ONCE = 500

/**
 * Hides products of the suspended, or shows them again once they are reinstated, where the stall is too large for the
 * transaction that did it. Answers whether there may be more.
 */
function followSuspensions(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const sellerId = await lockStallToFollow(tx)
    if (sellerId) await followSuspension(tx, sellerId, AT_ONCE)
    return sellerId !== undefined
  })
}

/** Does so every two seconds; processes share the work. */
export function startFollowingSuspensions({ db, log }: { db: Db; log: { error(event: object): void } }): Job {
  return startJob({
    name: 'suspensions',
    everyMs: EVERY_MS,
    turn: () => followSuspensions(db),
    onError: (error) => log.error({ err: error, event: 'suspensions_not_followed' }),
  })
}
