import type { FrozenDelivery } from '../delivery/offers.ts'

export interface DeliveryContext {
  /** One for each seller who does not deliver for free. */
  deliveries?: readonly Pick<FrozenDelivery, 'seller_id' | 'kind' | 'amount'>[]
}

/** Returns the charges of deliveries, with 0 for free ones. */
export function deliveryCharges(_lines: unknown, { deliveries = [] }: DeliveryContext) {
  return deliveries.flatMap(({ seller_id, kind, amount }) =>
    kind === 'none' ? [] : [{ seller_id, kind: 'delivery' as const, amount }],
  )
}
