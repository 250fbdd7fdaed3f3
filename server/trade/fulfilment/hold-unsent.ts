import type { Tx } from '../../../db/tables.ts'
import type { NoteMark, SellerOrderHold } from '../../../shared/fulfilment/constants.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { refundable, sumOfParts } from '../../../shared/pricing/refundable.ts'
import { insertNote, listSellerParts, setHold } from '../orders/fulfilment-queries.ts'
import { hasOpenDispute } from '../payments/dispute-queries.ts'
import { findPaymentOfOrder } from '../payments/queries.ts'
import { centsLeft, listRefunded } from '../payments/refund-queries.ts'

const MARKS = {
  refunded: 'do_not_send',
  disputed: 'wait_to_send',
} as const satisfies Record<SellerOrderHold, NoteMark>

/**
 * Holds the unsent part of an order while its payment is disputed, was lost to disputes, or was refunded in full for that
 * seller, and lifts the hold otherwise. Deadlines stop during a hold, and the seller is notified of each change. The caller
 * has locked the order.
 */
export async function holdUnsent(tx: Tx, orderNumber: number, now: Date): Promise<void> {
  const payment = await findPaymentOfOrder(tx, orderNumber)
  if (!payment) return
  const refunded = await listRefunded(tx, payment.payment_number)
  const isDisputed = await hasOpenDispute(tx, payment)
  const isLost = !isDisputed && decimalToCents(payment.disputed) > 0 && (await centsLeft(tx, payment)) === 0
  for (const { seller_id, is_open, hold, paid, cancelled } of await listSellerParts(tx, orderNumber)) {
    if (!is_open) continue
    const left = sumOfParts(refundable(paid, refunded.get(seller_id)?.all))
    // What is unsent may have cost nothing.
    const isRefunded = (left === 0 || isLost) && sumOfParts(paid) > sumOfParts(cancelled)
    const next = isRefunded ? 'refunded' : isDisputed ? 'disputed' : null
    if (next === hold) continue
    await setHold(tx, { order_number: orderNumber, seller_id }, next, next === null ? now : null)
    const mark = next === null ? 'send_again' : MARKS[next]
    await insertNote(tx, { order_number: orderNumber, seller_id, now }, { mark })
  }
}
