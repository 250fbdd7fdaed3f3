import type { Db } from '../../../db/tables.ts'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import { declineReason } from '../../../shared/payments/messages.ts'
import { findPaymentOf } from './queries.ts'

/** Returns what a buyer may know about the payment of a checkout; empty without one. */
export async function paymentStateOf(
  db: Db,
  checkoutId: string,
): Promise<Pick<Checkout, 'payment_state' | 'decline_reason' | 'order_id'>> {
  const payment = await findPaymentOf(db, checkoutId)
  if (!payment) return {}
  const { payment_state, order_id, decline_code } = payment
  return {
    payment_state,
    ...(payment_state === 'declined' && { decline_reason: declineReason(decline_code) }),
    ...(order_id !== null && { order_id }),
  }
}
