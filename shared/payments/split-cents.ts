/**
 * Returns an amount in shares that are as large as their weights, in whole cents: what is left over goes to those with the
 * largest remainders, the first of them first.
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight))
  const shares = exact.map((product) => Number(product / whole))
  const over = cents - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact.map((product, index) => ({ index, remainder: product % whole }))
  byRemainder.sort((one, other) => Number(other.remainder - one.remainder))
  for (const { index } of byRemainder.slice(0, over)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
