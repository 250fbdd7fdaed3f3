import { inTransaction } from '../../../db/connect.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { REMIND_TRANSFER_DAYS } from '../../../shared/payments/constants.ts'
import { DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { actOn } from '../fulfilment/act.ts'
import { cancelUnpaid } from '../fulfilment/cancel.ts'
import { insertOrderEvent } from '../orders/act-queries.ts'
import { listOrderSellers } from '../orders/seller-queries.ts'
import { claimReminders, listOverdueTransfers } from '../payments/awaited-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'

/** Cancels orders whose bank transfer did not come in time, at most `limit`; returns how many. */
export async function cancelUnpaidOrders({ db, clock }: PaymentDeps, limit: number): Promise<number> {
  const due = await listOverdueTransfers(db, clock(), limit)
  for (const order_id of due) {
    for (const seller_id of await listOrderSellers(db, order_id)) {
      const system = { role: 'system' as const, user_id: null }
      await actOn({ db, clock }, system, { order_id, sellerOrder: { seller_id } }, cancelUnpaid)
    }
  }
  return due.length
}

/** Reminds buyers of bank transfers that are awaited until soon, once each, at most `limit`; returns how many. */
export function remindOfTransfers({ db, clock }: PaymentDeps, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const now = clock()
    const until = secondsAfter(now, REMIND_TRANSFER_DAYS * DAY_SECONDS)
    const due = await claimReminders(tx, { now, until, limit })
    for (const { order_number, pay_by } of due)
      await insertOrderEvent(tx, {
        order_number,
        seller_id: null,
        kind: 'note',
        by_user: null,
        by_role: 'system',
        created_at: now,
        facts: { mark: 'please_pay', pay_by: dayOf(pay_by) },
      })
    return due.length
  })
}
