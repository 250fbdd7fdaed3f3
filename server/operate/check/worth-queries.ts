import { type RawBuilder, sql } from 'kysely'

/** Returns SQL for what was paid for the first so many units of an order line, in whole cents. */
export function worthOf(units: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`div(100 * amount * ${units}, quantity) / 100`
}
