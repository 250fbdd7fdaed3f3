import { toDollars } from '../kernel/money.ts'
import type { Charge } from './charges.ts'
import { pricingMessages } from './messages.ts'
import { sumOf } from './price-cart.ts'

/** Returns what pages and mails list between the goods and the total, in dollars: one row for each kind. */
export function chargeRows(charges: readonly Charge[]): { label: string; amount: number }[] {
  return Array.from(
    Map.groupBy(charges, ({ kind }) => kind),
    ([kind, own]) => ({
      label: pricingMessages.charges[kind],
      amount: toDollars(sumOf(own)),
    }),
  )
}
