import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { centsToDecimal, decimalToCents } from '../shared/kernel/money.ts'
import { amountOfUnits } from '../shared/pricing/refundable.ts'
import { openDatabaseForTests } from '../tests/support/open-for-tests.ts'

const paidUnits = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 * 999 }), fc.integer({ min: 1, max: 999 }), fc.nat())
  .map(([amount, quantity, any]) => ({ amount, quantity, units: any % (quantity + 1) }))

const { db } = await openDatabaseForTests()

test('the database computes the amount of units as shared/pricing does', async () => {
  const lines = fc.sample(paidUnits, 5_000)
  const { rows } = await sql<{ cents: string }>`
    select amount_of_units(amount, quantity, units) as cents
    from unnest(
      ${lines.map(({ amount }) => centsToDecimal(amount))}::numeric[], ${lines.map(({ quantity }) => quantity)}::integer[],
      ${lines.map(({ units }) => units)}::bigint[]
    ) with ordinality line (amount, quantity, units, place) order by place`.execute(db)
  expect(rows.map(({ cents }) => decimalToCents(cents))).toEqual(lines.map((line) => amountOfUnits(line, line.units)))
})
