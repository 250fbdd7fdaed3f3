/** Amounts that buyers pay beside the goods. A kind has a file here with its `ChargesOf`, and its name in `messages.ts`. */
const CHARGE_KINDS = [] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

export interface Charge {
  /** The seller whose goods it is charged for. */
  seller_id: string
  kind: ChargeKind
  /** Below 0 when it is taken off. */
  amount: number
}

/** A charge in a response: the same with its amount in dollars. */
export interface PaidCharge extends Charge {}

/** Facts that charges depend on beside the lines, as far as they are known. */
export interface PricingContext {
  shipping_address?: { city: string; postalCode: string; country: string }
}

type ChargesOf = (lines: readonly { seller_id: string; amount: number }[], context: PricingContext) => Charge[]

/** Of every kind, in the order in which they are shown. */
export const CHARGES: readonly ChargesOf[] = []
