import type { ChargeKind } from './charges.ts'

export const pricingMessages = {
  charges: {} satisfies Record<ChargeKind, string> as Record<ChargeKind, string>,
  /** While nothing is charged. */
  delivery: 'Delivery',
  free: 'Free',
}
