import type { PaymentMethod } from '../shared/payments/constants.ts'

/** The simulated behavior of a payment method. */
export type SandboxPlay =
  | 'pays'
  | 'declined'
  | 'no_funds'
  | 'expired'
  | 'wrong_code'
  | 'authenticates'
  | 'authenticates_declined'
  | 'disputed'
  | 'refund_fails'
  | 'refund_pends'
  | 'fails_once'
  | 'silent'
  | 'approves'
  | 'transfers'

export interface SandboxMethod {
  /** An id of Stripe's test payment methods, or one of the sandbox's own (`pm_sandbox_…`). */
  id: string
  method: PaymentMethod
  /** The card number that selects it, without spaces; null if none does. */
  cardNumber: string | null
  plays: SandboxPlay
  /** As Stripe's charges name it; absent for other methods. */
  card?: { brand: string; last4: string }
}

export const DEFAULT_CARD = 'pm_card_visa'
const TRANSFER = 'pm_sandbox_bank_transfer'
export const PAYPAL_PAYS = 'pm_sandbox_paypal'
const PAYPAL_APPROVES = 'pm_sandbox_paypal_approve'
const PAYPAL_DECLINES = 'pm_sandbox_paypal_decline'

function card(cardNumber: string, id: string, plays: SandboxPlay, brand = 'visa'): SandboxMethod {
  return { id, method: 'credit_card', cardNumber, plays, card: { brand, last4: cardNumber.slice(-4) } }
}

/** Every payment method of the sandbox, in display order. */
export const SANDBOX_METHODS: readonly SandboxMethod[] = [
  card('4242424242424242', DEFAULT_CARD, 'pays'),
  card('5555555555554444', 'pm_card_mastercard', 'pays', 'mastercard'),
  card('4000000000000002', 'pm_card_visa_chargeDeclined', 'declined'),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', 'no_funds'),
  card('4000000000003220', 'pm_card_threeDSecure2Required', 'authenticates'),
  card('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', 'authenticates_declined'),
  card('4000000000000259', 'pm_card_createDispute', 'disputed'),
  card('4000000000005126', 'pm_card_refundFail', 'refund_fails'),
  card('4000000000007726', 'pm_card_pendingRefund', 'refund_pends'),
  card('4000000000000119', 'pm_sandbox_card_fails_once', 'fails_once'),
  card('4000000000000341', 'pm_sandbox_card_silent', 'silent'),
  // Every number missing from this table pays.
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'expired'),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'wrong_code'),
  { id: PAYPAL_PAYS, method: 'paypal', cardNumber: null, plays: 'pays' },
  { id: PAYPAL_APPROVES, method: 'paypal', cardNumber: null, plays: 'approves' },
  { id: PAYPAL_DECLINES, method: 'paypal', cardNumber: null, plays: 'declined' },
  { id: TRANSFER, method: 'bank_transfer', cardNumber: null, plays: 'transfers' },
]

/** Returns the token for the buyer's input; the server only gets this token, never the number or address. */
export function paymentTokenOf(typed: { method: PaymentMethod; cardNumber?: string; paypalEmail?: string }): string {
  if (typed.method === 'bank_transfer') return TRANSFER
  if (typed.method === 'paypal') return paypalToken(typed.paypalEmail ?? '')
  const digits = (typed.cardNumber ?? '').replace(/\D/g, '')
  return SANDBOX_METHODS.find(({ cardNumber }) => cardNumber !== null && cardNumber === digits)?.id ?? DEFAULT_CARD
}

function paypalToken(email: string): string {
  const typed = email.trim().toLowerCase()
  if (typed.startsWith('approve')) return PAYPAL_APPROVES
  return typed.startsWith('decline') ? PAYPAL_DECLINES : PAYPAL_PAYS
}
