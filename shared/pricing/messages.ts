import { defineMessages } from '../kernel/define-messages.ts'
import type { ChargeKind } from './charges.ts'

export const pricingMessages = defineMessages('pricing', {
  charges: { delivery: 'Delivery' } satisfies Record<ChargeKind, string>,
  /** Shown while there is no charge. */
  delivery: 'Delivery',
  free: 'Free',
})
