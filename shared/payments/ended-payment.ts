import { amountLeft, formatDollars } from '../kernel/money.ts'
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
