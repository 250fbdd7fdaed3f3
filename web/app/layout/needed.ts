import type { SitePayments } from '../../../shared/payments/schema.ts'

/** Parts that a page needs and a marketplace may be without. */
export type Needed = 'payments' | 'sandbox'

/** Returns whether a marketplace has what a page needs; pages that need nothing are everywhere. */
export function hasNeeded(needs: Needed | undefined, payments: SitePayments | undefined): boolean {
  if (needs === 'sandbox') return payments?.provider === 'sandbox'
  return needs === undefined || payments !== undefined
}
