import fc from 'fast-check'
import { test } from 'vitest'
import { unitsBack, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import {
  amountOfUnits,
  goodsFirst,
  NOTHING,
  type Parts,
  refundable,
  refundDue,
} from '../../../shared/pricing/refundable.ts'
import { partOf, wantedFor } from './refund-reversed.ts'

const line = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 4 }))
  .map(([amount, quantity]) => ({ amount, quantity }))
const step = fc.record({
  what: fc.constantFrom('cancel', 'cancel', 'return', 'return', 'goodwill', 'by hand', 'fail'),
  line: fc.nat(2),
  units: fc.nat(4),
  // Shares of what is left, in percent.
  amount: fc.nat(100),
  added: fc.constantFrom(0, 0, 0, 30, 100),
})
const basket = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  delivery: fc.nat(2_000),
  cheapest: fc.nat(100),
  steps: fc.array(step, { maxLength: 8 }),
})

const plus = (a: Parts, b: Parts): Parts => ({ goods: a.goods + b.goods, delivery: a.delivery + b.delivery })
const sum = (refunds: readonly Parts[]) => refunds.reduce(plus, NOTHING)

/** Plays steps on a paid seller order; returns its lines and refunds. */
function play({ lines: paid, steps, ...facts }: typeof basket extends fc.Arbitrary<infer Basket> ? Basket : never) {
  const cheapest = Math.floor((facts.delivery * facts.cheapest) / 100)
  const charges = { delivery: facts.delivery, cheapest, other: 0 }
  const lines = paid.map((one) => ({ ...one, cancelled: 0, sent: 0, returned_units: 0 }))
  let refunds: (Parts & { counts: boolean })[] = []
  const refunded = () => ({ all: sum(refunds), counted: sum(refunds.filter(({ counts }) => counts)) })
  let added = 0
  for (const { what, ...some } of steps) {
    const left = refundable(partOf(lines, charges).paid, refunded().all)
    if (what === 'fail') refunds = refunds.slice(1)
    else if (what === 'goodwill' || what === 'by hand') {
      const cents = Math.floor(((left.goods + left.delivery) * some.amount) / 100)
      refunds.push({ ...goodsFirst(cents, left), counts: what === 'by hand' })
    } else {
      const one = lines[some.line % lines.length] as (typeof lines)[number]
      const units = Math.min(some.units, unitsLeft(one))
      if (!units) continue
      const cents = amountOfUnits(one, units, unitsBack(one))
      if (what === 'cancel') one.cancelled += units
      else {
        one.sent += units
        one.returned_units += units
      }
      const more = Math.floor((left.delivery * some.added) / 100)
      added += more
      refunds.push({
        ...refundDue(wantedFor(cents, lines, charges), partOf(lines, charges), refunded(), more),
        counts: true,
      })
    }
  }
  return { lines, charges, back: sum(refunds), added, paid: partOf(lines, charges).paid }
}

test('in 100,000 sequences goods and delivery each give back at most what was paid, and by the rule', () => {
  fc.assert(
    fc.property(basket, (one) => {
      const { lines, charges, back, added, paid } = play(one)
      if (back.goods > paid.goods || back.delivery > paid.delivery || back.goods < 0 || back.delivery < 0) return false
      if (one.steps.some(({ what }) => what === 'goodwill' || what === 'by hand' || what === 'fail')) return true
      const gone = lines.reduce((cents, each) => cents + amountOfUnits(each, unitsBack(each)), 0)
      const isOver = lines.every((each) => unitsBack(each) === each.quantity)
      const isCancelled = lines.every(({ cancelled, quantity }) => cancelled === quantity)
      const owed = isCancelled ? charges.delivery : isOver ? charges.cheapest : 0
      // The amount that a seller has added counts towards it.
      return back.goods === gone && back.delivery >= owed && back.delivery <= Math.max(owed, added)
    }),
    { numRuns: 100_000 },
  )
})
