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
