import { inTransaction } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import { type BookDeps, type Books, openBooks } from './books.ts'
import { listUnansweredDisputes } from './dispute-queries.ts'
import { loseUnanswered, openDueDispute } from './disputes.ts'
import { isAnythingDue, listDueDisputes, listDueIntents } from './intent-queries.ts'
import { lockedIntent } from './intents.ts'
import { methodOf } from './objects.ts'
import { cancel, charge } from './pay.ts'
import { listDueRefunds } from './refund-queries.ts'
import { settleRefund } from './refunds.ts'

/** Things of each kind that one call does at most. */
const BATCH = 100

/**
 * Does what is due by `now`: disputes open and are lost unanswered, refunds end, transfers arrive, authorisations end.
 * Returns how much it did; processes share the work, each thing in a transaction of its own.
 */
export async function advance(deps: BookDeps, now: Date = deps.clock()): Promise<number> {
  if (!(await isAnythingDue(deps.db, now))) return 0
  let done = 0
  const doEach = async <Due>(
    list: (tx: Tx, now: Date, limit: number) => Promise<Due[]>,
    work: (books: Books, due: Due) => Promise<boolean>,
  ) => {
    for (const due of await inTransaction(deps.db, (tx) => list(tx, now, BATCH))) {
      const isDone = await inTransaction(deps.db, (tx) => work({ ...openBooks(deps, tx), now }, due))
      if (isDone) done++
    }
  }
  await doEach(listDueIntents, (books, { intent_id }) => goOn(books, intent_id))
  await doEach(listDueDisputes, openDueDispute)
  await doEach(listDueRefunds, (books, { refund_id }) => settleRefund(books, refund_id))
  await doEach(listUnansweredDisputes, (books, { dispute_id }) => loseUnanswered(books, dispute_id))
  if (done > 0) deps.onEvents()
  return done
}

async function goOn(books: Books, intentId: string): Promise<boolean> {
  const intent = await lockedIntent(books, intentId)
  const isDue = (time: Date | null) => time !== null && time <= books.now
  if (intent.status === 'processing' && isDue(intent.settles_at)) {
    await charge(books, intent, methodOf(intent.payment_method ?? ''))
    return true
  }
  if (intent.status !== 'requires_capture' || !isDue(intent.capture_before)) return false
  await cancel(books, intent, 'automatic')
  return true
}
