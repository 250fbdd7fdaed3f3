import type { FrozenDelivery } from '../delivery/offers.ts'

/** Charges besides the goods. Each kind has a file here with its `ChargesOf`, and its name in `messages.ts`. */
const CHARGE_KINDS = ['delivery'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

export interface Charge {
  /** The seller whose goods are charged for. */
  seller_id: string
  kind: ChargeKind
  /** Negative for a deduction. */
  amount: number
}

/** A charge in a response, in dollars. */
export interface PaidCharge extends Charge {}

/** Facts besides the lines that charges depend on, where known. */
export interface PricingContext extends DeliveryContext {}

type ChargesOf = (lines: readonly { seller_id: string; amount: number }[], context: PricingContext) => Charge[]

export const CHARGES: readonly ChargesOf[] = [deliveryCharges]

interface DeliveryContext {
  /** One for each seller who does not deliver for free. */
  deliveries?: readonly Pick<FrozenDelivery, 'seller_id' | 'kind' | 'amount'>[]
}

function deliveryCharges(_lines: unknown, { deliveries = [] }: DeliveryContext) {
  return deliveries.flatMap(({ seller_id, kind, amount }) =>
    kind === 'none' ? [] : [{ seller_id, kind: 'delivery' as const, amount }],
  )
}
