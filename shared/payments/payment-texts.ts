import { amountLeft, formatAmount } from '../kernel/money.ts'
import type { PaymentState } from './constants.ts'
import { paymentWords } from './messages.ts'
import type { OrderPayment } from './schema.ts'

type Payment = Pick<OrderPayment, 'payment_state' | 'amount' | 'captured' | 'refunded'>

/** Returns the dollars of a stopped order that were taken and not refunded. */
export function heldOf({ captured, refunded }: Pick<Payment, 'captured' | 'refunded'>): number {
  return amountLeft(captured, refunded)
}

/** Returns the buyer's text about the payment of a stopped order. */
export function endedPaymentText(payment: Payment): string {
  const { held, refunded, reserved, unpaid } = paymentWords.ended
  const left = heldOf(payment)
  if (left > 0) return held({ amount: formatAmount(left) })
  if (payment.payment_state === 'paid') return refunded({ amount: formatAmount(payment.refunded) })
  return payment.payment_state === 'authorized' ? reserved({ amount: formatAmount(payment.amount) }) : unpaid
}

/** Returns the label of a payment. All amounts have the same unit. */
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
  /** Failed refunds that were not sent again. */
  failed: number
  /** Open or lost disputes. */
  disputed: number
}): string {
  if (disputed > 0) return paymentWords.disputed
  if (failed > 0) return paymentWords.refundFailed
  if (refunded > 0) return refunded < captured ? paymentWords.partlyRefunded : paymentWords.refunded
  return paymentWords.states[payment_state]
}
