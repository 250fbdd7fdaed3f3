/** The value that half of the values are below. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value that so many of a hundred are below; NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const index = Math.min(values.length - 1, Math.floor((values.length * share) / 100))
  return values.toSorted((a, b) => a - b)[index] ?? Number.NaN
}
