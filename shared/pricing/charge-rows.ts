import { toCents, toDollars } from '../kernel/money.ts'
import type { Charge, PaidCharge } from './charges.ts'
import { pricingMessages } from './messages.ts'

/** Returns what pages and mails list between the goods and the total, in dollars: one row for each kind. */
export function chargeRows(charges: readonly PaidCharge[]): { label: string; amount: number }[] {
  return Array.from(
    Map.groupBy(charges, ({ kind }) => kind),
    ([kind, own]) => ({ label: pricingMessages.charges[kind], amount: sumCharges(own) }),
  )
}

/** Returns a charge as responses have it. */
export const paidCharge = (charge: Charge): PaidCharge => ({ ...charge, amount: toDollars(charge.amount) })

/** Returns what charges come to, in dollars. */
export function sumCharges(charges: readonly PaidCharge[]): number {
  return toDollars(charges.reduce((sum, { amount }) => sum + toCents(amount), 0))
}
