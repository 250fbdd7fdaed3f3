import { expect, test } from 'vitest'
import { splitCents } from './split-cents.ts'

test.each([
  [5_000, [2_000, 3_000], [2_000, 3_000]],
  [1_000, [2_000, 3_000], [400, 600]],
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [2_000, 3_000], [0, 1]],
  [1, [5, 5], [1, 0]],
  [101, [0, 7, 0], [0, 101, 0]],
  [0, [1, 2], [0, 0]],
  [0, [0, 0], [0, 0]],
  // Beyond the numbers that are exact when multiplied.
  [999_999_999_998, [999_999_999_999, 999_999_999_998], [500_000_000_000 - 1, 499_999_999_999]],
])('%d cents over %j are %j', (cents, weights, shares) => {
  expect(splitCents(cents, weights)).toEqual(shares)
})

test('shares add up, and none is beyond its weight', () => {
  const weights = [1, 333, 1_999, 7, 0, 250]
  const whole = weights.reduce((sum, weight) => sum + weight)
  for (let cents = 0; cents <= whole; cents++) {
    const shares = splitCents(cents, weights)
    expect(shares.reduce((sum, share) => sum + share)).toBe(cents)
    expect(shares.every((share, index) => share <= (weights[index] ?? 0))).toBe(true)
  }
})
