import { toCents, toDollars } from '../kernel/money.ts'
import type { Charge, PaidCharge } from './charges.ts'
import { pricingMessages } from './messages.ts'

/** Sums charges by kind, in dollars, for listing between goods and total. */
export function chargeRows(charges: readonly PaidCharge[]): { label: string; amount: number }[] {
  return Array.from(
    Map.groupBy(charges, ({ kind }) => kind),
    ([kind, own]) => ({ label: pricingMessages.charges[kind], amount: sumCharges(own) }),
  )
}

/** Converts a charge to its response form. */
export const paidCharge = (charge: Charge): PaidCharge => ({ ...charge, amount: toDollars(charge.amount) })

/** Adds charges to an amount of goods, in dollars. */
export function withCharges(goods: number, charges: readonly PaidCharge[]): number {
  return toDollars(toCents(goods) + toCents(sumCharges(charges)))
}

export function sumCharges(charges: readonly PaidCharge[]): number {
  return toDollars(charges.reduce((sum, { amount }) => sum + toCents(amount), 0))
}
