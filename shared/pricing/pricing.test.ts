import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineTotal, sumLines } from './line-total.ts'
import { priceCart, sumOf } from './price-cart.ts'
import { amountOfUnits, refundable, splitOver } from './refundable.ts'

const MAX_UNIT = 999_999_999
const line = fc.record({
  seller_id: fc.constantFrom('a', 'b', 'c'),
  unit: fc.integer({ min: 0, max: MAX_UNIT }),
  quantity: fc.integer({ min: 1, max: 999 }),
})
const paidLine = fc
  .tuple(fc.integer({ min: 0, max: MAX_UNIT * 999 }), fc.integer({ min: 1, max: 999 }))
  .map(([amount, quantity]) => ({ amount, quantity }))
/** A line, and numbers of units that make it up. */
const steps = fc
  .tuple(paidLine, fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 40 }))
  .map(([paid, wanted]) => {
    let left = paid.quantity
    const taken = wanted.map((units) => {
      const some = Math.min(units, left)
      left -= some
      return some
    })
    return { paid, units: [...taken, left] }
  })
const parts = fc.array(fc.integer({ min: 0, max: MAX_UNIT * 999 }), { minLength: 1, maxLength: 20 })

test('the total is the sum of the lines and of the sellers, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 100 }), (lines) => {
      const priced = priceCart(lines)
      expect(priced.total).toBe(sumOf(priced.lines) + sumOf(priced.charges))
      expect(priced.total).toBe(priced.sellers.reduce((sum, seller) => sum + seller.total, 0))
      expect(priceCart(lines.toReversed()).total).toBe(priced.total)
      expect(priced.lines.every(({ amount }) => amount >= 0)).toBe(true)
    }),
  )
})

test('the largest cart is priced to the cent', () => {
  const lines = Array.from({ length: 100 }, () => ({ seller_id: 'a', unit: MAX_UNIT, quantity: 999 }))
  expect(priceCart(lines).total).toBe(99_899_999_900_100)
})

test('D1: prices in dollars are computed in whole cents', () => {
  expect(lineTotal(0.1, 3)).toBe(0.3)
  expect(
    sumLines([
      { unitPrice: 0.1, quantity: 1 },
      { unitPrice: 0.2, quantity: 1 },
    ]),
  ).toBe(0.3)
})

test('reversing all units of a line returns exactly the amount paid, in whatever steps', () => {
  fc.assert(
    fc.property(steps, ({ paid, units }) => {
      let back = 0
      const amounts = units.map((some) => {
        const amount = amountOfUnits(paid, some, back)
        back += some
        return amount
      })
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(paid.amount)
      expect(amounts.every((amount) => amount >= 0 && Number.isSafeInteger(amount))).toBe(true)
    }),
  )
})

test('units of a line have equal amounts where the line’s amount divides evenly', () => {
  fc.assert(
    fc.property(line, fc.nat(), fc.nat(), ({ unit, quantity }, a, b) => {
      const back = a % (quantity + 1)
      const units = b % (quantity - back + 1)
      expect(amountOfUnits({ amount: unit * quantity, quantity }, units, back)).toBe(unit * units)
    }),
  )
})

test('shares add up, and none differs by more than a cent from its exact size', () => {
  fc.assert(
    fc.property(parts, fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
      const whole = weights.reduce((sum, weight) => sum + weight, 0)
      const amount = Math.floor(whole * share)
      const shares = splitOver(amount, weights)
      expect(shares.reduce((sum, one) => sum + one, 0)).toBe(amount)
      for (const [index, one] of shares.entries()) {
        const exact = BigInt(amount) * BigInt(weights[index] ?? 0)
        const distance = BigInt(one) * BigInt(whole || 1) - exact
        expect(distance < BigInt(whole || 1) && -distance < BigInt(whole || 1)).toBe(true)
        expect(one >= 0 && one <= (weights[index] ?? 0)).toBe(true)
      }
    }),
  )
})

test.each([
  [5_000, [2_000, 3_000], [2_000, 3_000]],
  [1_000, [2_000, 3_000], [400, 600]],
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [2_000, 3_000], [0, 1]],
  [1, [5, 5], [1, 0]],
  [101, [0, 7, 0], [0, 101, 0]],
  [0, [1, 2], [0, 0]],
  [0, [0, 0], [0, 0]],
  // Products of these exceed the exact range of numbers.
  [999_999_999_998, [999_999_999_999, 999_999_999_998], [500_000_000_000 - 1, 499_999_999_999]],
])('%d cents over %j are %j', (cents, weights, shares) => {
  expect(splitOver(cents, weights)).toEqual(shares)
})

test('the refunded part of a seller order cannot be refunded again', () => {
  const refunded = { goods: 900, delivery: 50 }
  expect(refundable({ goods: 1_000, delivery: 200 }, refunded)).toEqual({ goods: 100, delivery: 150 })
  expect(refundable({ goods: 800, delivery: 0 }, refunded)).toEqual({ goods: 0, delivery: 0 })
})
