import type { PaymentState } from './constants.ts'
import { paymentWords } from './messages.ts'

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
