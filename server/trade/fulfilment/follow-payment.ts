import type { Tx } from '../../../db/tables.ts'
import type { NoteMark, SellerOrderHold } from '../../../shared/fulfilment/constants.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { refundable, sumOfParts } from '../../../shared/pricing/refundable.ts'
import {
  centsCancelled,
  insertNote,
  insertOrderEvent,
  listSellerParts,
  setHold,
  setShipBy,
} from '../orders/fulfilment-queries.ts'
import { hasOpenDispute } from '../payments/dispute-queries.ts'
import { findPaymentOfOrder, lockPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { centsLeft, insertRefund, listRefunded, releaseSeller, upTo } from '../payments/refund-queries.ts'

/**
 * Ends the wait for a bank transfer once it has brought what is left of its order; its sellers' deadlines start. What came
 * for units cancelled before is refunded. The caller has locked the order.
 */
export async function completeTransfer(
  tx: Tx,
  orderNumber: number,
  { payment_id }: PaymentRow,
  { now: created_at, by_user }: { now: Date; by_user: string | null },
): Promise<void> {
  const payment = await lockPayment(tx, payment_id)
  const parts = await listSellerParts(tx, orderNumber)
  const due = decimalToCents(payment.amount) - centsCancelled(parts)
  let over = decimalToCents(payment.captured) - due
  if (payment.payment_state !== 'awaiting_transfer' || over < 0) return
  await updatePayment(tx, payment_id, { payment_state: 'paid', paid_at: created_at })
  await setShipBy(tx, orderNumber, created_at)
  for (const { seller_id, cancelled } of parts) {
    const decided = { payment, created_at, reason: 'cancelled' as const, by_user, seller_id }
    const back = upTo(over, cancelled)
    const untaken = { goods: cancelled.goods - back.goods, delivery: cancelled.delivery - back.delivery }
    over -= sumOfParts(back)
    await insertRefund(tx, { ...decided, back })
    await releaseSeller(tx, { ...decided, back: untaken })
  }
  await insertOrderEvent(tx, {
    order_number: orderNumber,
    seller_id: null,
    kind: 'paid',
    created_at,
    facts: { amount: payment.captured },
    by_user,
    by_role: by_user ? 'admin' : 'system',
  })
  for (const { seller_id, is_open } of parts)
    if (is_open) await insertNote(tx, { order_number: orderNumber, seller_id, now: created_at }, { mark: 'paid' })
}

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
