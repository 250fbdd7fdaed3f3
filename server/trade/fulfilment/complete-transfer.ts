import type { Tx } from '../../../db/tables.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { sumOfParts } from '../../../shared/pricing/refundable.ts'
import {
  centsCancelled,
  insertNote,
  insertOrderEvent,
  listSellerParts,
  setShipBy,
} from '../orders/fulfilment-queries.ts'
import { lockPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { insertRefund, releaseSeller, upTo } from '../payments/refund-queries.ts'

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
    if (sumOfParts(back) > 0) await insertRefund(tx, { ...decided, back })
    if (sumOfParts(untaken) > 0) await releaseSeller(tx, { ...decided, back: untaken })
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
