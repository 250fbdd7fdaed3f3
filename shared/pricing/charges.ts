import { type DeliveryContext, deliveryCharges } from './delivery.ts'

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
