import type { SitePayments } from '../../../shared/payments/schema.ts'

/** Optional features of a marketplace that a page depends on. */
export type Needed = 'payments' | 'sandbox'

/** Returns true when the marketplace has the feature that a page depends on, if any. */
export function hasNeeded(needs: Needed | undefined, payments: SitePayments | undefined): boolean {
  if (needs === 'sandbox') return payments?.provider === 'sandbox'
  return needs === undefined || payments !== undefined
}
