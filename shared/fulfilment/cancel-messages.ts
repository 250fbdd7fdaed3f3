import { defineMessages } from '../kernel/define-messages.ts'
import type { CancelReason } from './constants.ts'

/** Reasons of cancellations; `you_asked` is `buyer_asked` for the buyer, `not_answered` the system's `other`. */
export const cancelReasons = defineMessages('cancelReason', {
  out_of_stock: 'Out of stock',
  buyer_asked: 'The buyer asked for it',
  you_asked: 'You asked for it',
  address: 'The address is not right',
  not_paid: 'Not paid',
  lost: 'The package was lost',
  not_answered: 'the seller did not answer',
  other: 'Another reason',
} satisfies Record<CancelReason | 'you_asked' | 'not_answered', string>)

/** Returns the text of a reason; undefined for an unknown one. */
export function cancelReasonText(reason: string): string | undefined {
  const texts: Readonly<Record<string, string>> = cancelReasons
  return Object.hasOwn(texts, reason) ? texts[reason] : undefined
}
