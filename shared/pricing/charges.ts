import type { FrozenDelivery } from '../delivery/offers.ts'

/** Charges besides the goods. Each kind has a `ChargesOf` here, and its name in `messages.ts`. */
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
export interface PricingContext {
  /** One for each seller who does not deliver for free. */
  deliveries?: readonly Pick<FrozenDelivery, 'seller_id' | 'kind' | 'amount'>[]
}

type ChargesOf = (lines: readonly { seller_id: string; amount: number }[], context: PricingContext) => Charge[]

/** Returns the charges of deliveries, with 0 for free ones. */
const deliveryCharges: ChargesOf = (_lines, { deliveries = [] }) =>
  deliveries.flatMap(({ seller_id, kind, amount }) =>
    kind === 'none' ? [] : [{ seller_id, kind: 'delivery', amount }],
  )

export const CHARGES: readonly ChargesOf[] = [deliveryCharges]
