/** Returns the median; NaN without values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Returns a percentile, `share` from 0 to 100; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const index = Math.min(values.length - 1, Math.floor((values.length * share) / 100))
  return values.toSorted((a, b) => a - b)[index] ?? Number.NaN
}
