export interface PaidLine {
  amount: number
  quantity: number
}

/**
 * Returns the amount of the next `units` of a line after `alreadyBack` reversed ones. The amounts of all units add up
 * to what was paid, in whatever steps they are reversed. `amount_of_units` in the database does the same.
 */
export function amountOfUnits(line: PaidLine, units: number, alreadyBack = 0): number {
  return amountOfFirst(line, alreadyBack + units) - amountOfFirst(line, alreadyBack)
}

function amountOfFirst({ amount, quantity }: PaidLine, units: number): number {
  const product = amount * units
  // Exact, unlike a quotient.
  return (product - (product % quantity)) / quantity
}

/** The amount paid for a seller order, and what was refunded or not captured. */
interface PaidSellerOrder {
  goods: number
  charges: number
  refunded: number
}

export function refundable({ goods, charges, refunded }: PaidSellerOrder): number {
  return Math.max(0, goods + charges - refunded)
}

/**
 * Splits an amount by the proportions of `parts`, in whole cents: the remainder goes to the largest fractions, the
 * first of them first. Returns zeros if all parts are 0.
 */
export function splitOver(amount: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + BigInt(part), 0n)
  if (whole === 0n) return parts.map(() => 0)
  const exact = parts.map((part) => BigInt(amount) * BigInt(part))
  const shares = exact.map((product) => Number(product / whole))
  const over = amount - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact.map((product, index) => ({ index, remainder: product % whole }))
  byRemainder.sort((one, other) => Number(other.remainder - one.remainder))
  for (const { index } of byRemainder.slice(0, over)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
