import type { PaymentState } from './constants.ts'
import { paymentWords } from './messages.ts'

/** Returns what pages say of a payment; amounts in one unit. */
export function paymentLabel({
  payment_state,
  captured,
  refunded,
  disputed,
}: {
  payment_state: PaymentState
  captured: number
  refunded: number
  /** Of disputes that are open or lost. */
  disputed: number
}): string {
  if (disputed > 0) return paymentWords.disputed
  if (refunded > 0) return refunded < captured ? paymentWords.partlyRefunded : paymentWords.refunded
  return paymentWords.states[payment_state]
}
