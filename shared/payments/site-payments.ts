/** What pages know of how orders are paid. */
export interface SitePayments {
  provider: 'sandbox' | 'stripe'
  /** Whether no real money moves. */
  isTest: boolean
  takesTransfers: boolean
  /** Stripe's publishable key. */
  stripeKey?: string
}
