import { amountLeft, formatDollars } from '../kernel/money.ts'
import type { PaymentState } from './constants.ts'
import { paymentWords } from './messages.ts'
import type { OrderPayment } from './schema.ts'

type Payment = Pick<OrderPayment, 'payment_state' | 'amount' | 'refunded'>

/** Returns how much of the payment of an order that was ended has not gone back, in dollars. */
export function heldOf({ payment_state, amount, refunded }: Payment): number {
  return payment_state === 'paid' ? Math.max(0, amountLeft(amount, refunded)) : 0
}

/** Returns what a buyer reads of the payment of an order that the marketplace has ended. */
export function endedPaymentText(payment: Payment): string {
  const { held, refunded, reserved, unpaid } = paymentWords.ended
  const left = heldOf(payment)
  if (left > 0) return held(formatDollars(left))
  if (payment.payment_state === 'paid') return refunded(formatDollars(payment.refunded))
  return payment.payment_state === 'authorized' ? reserved(formatDollars(payment.amount)) : unpaid
}

/** Returns what pages say of a payment; amounts in one unit. */
export function paymentLabel({
  payment_state,
  captured,
  refunded,
  failed,
  disputed,
}: {
  payment_state: PaymentState
  captured: number
  refunded: number
  /** Of refunds that failed and were not sent again. */
  failed: number
  /** Of disputes that are open or lost. */
  disputed: number
}): string {
  if (disputed > 0) return paymentWords.disputed
  if (failed > 0) return paymentWords.refundFailed
  if (refunded > 0) return refunded < captured ? paymentWords.partlyRefunded : paymentWords.refunded
  return paymentWords.states[payment_state]
}
