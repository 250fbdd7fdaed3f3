import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { ADMIN_PROFIT_SHARE } from '../../../shared/stats/constants.ts'
import { productCount } from '../../shop/catalog/products/queries.ts'

export const orderCount = sql<number>`(select coalesce(sum(orders), 0)::bigint from order_days)`

/** Returns the figures of the whole marketplace in dollars; the profit is rounded to whole dollars. */
export async function readTotals(db: Db): Promise<{ products: number; orders: number; sales: number; profit: number }> {
  const { rows } = await sql<{ products: number; orders: number; cents: string; profit: string }>`
    select
      ${productCount} as products,
      orders, cents::text, round(cents * ${ADMIN_PROFIT_SHARE}::numeric / 100)::text as profit
    from (
      select coalesce(sum(orders), 0)::bigint as orders, (coalesce(sum(total_count), 0) * 100)::numeric(22, 0) as cents
      from order_days
    ) sold`.execute(db)
  const { products = 0, orders = 0, cents = '0', profit = '0' } = rows[0] ?? {}
  return { products, orders, sales: Number(cents) / 100, profit: Number(profit) }
}

/**
 * Returns how many orders are cancelled or returned as a whole, and dollars: of all that was cancelled and came back, and of
 * orders whose bank transfer is awaited, for which `awaited` is a query, before and without what was cancelled of them.
 */
export async function readReversals(
  db: Db,
  awaited: RawBuilder<unknown>,
): Promise<{ orders: number; sales: number; awaitedBefore: number; awaited: number }> {
  const { rows } = await sql<{ orders: number; cents: string; before: string; left: string }>`
    select reversed.orders, ((reversed.amount - awaited.reversed_amount) * 100)::numeric(22, 0)::text as cents,
      (awaited.amount * 100)::numeric(22, 0)::text as before,
      ((awaited.amount - awaited.reversed_amount) * 100)::numeric(22, 0)::text as left
    from (
      select coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(total_count), 0) as amount from order_reversals
    ) reversed cross join (${awaited}) awaited`.execute(db)
  const { orders = 0, cents = '0', before = '0', left = '0' } = rows[0] ?? {}
  return { orders, sales: Number(cents) / 100, awaitedBefore: Number(before) / 100, awaited: Number(left) / 100 }
}

/** Returns the marketplace's sales and orders of each of the `days` days up to the one `now` is in, in dollars, oldest first. */
export async function listDays(
  db: Db,
  { days, now }: { days: number; now: Date },
): Promise<{ date: string; sales: number; orders: number }[]> {
  const { rows } = await sql<{ date: string; sales: string; orders: number }>`
    select to_char(today - back, 'YYYY-MM-DD') as date, coalesce(total_count, 0)::text as sales,
      coalesce(orders, 0) as orders
    from (select market_day(${now}::timestamptz) as today) clock
    cross join generate_series(${days - 1}::int, 0, -1) back
    left join order_days on day = today - back
    order by back desc`.execute(db)
  return rows.map((row) => ({ ...row, sales: Number(row.sales) }))
}
