import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { ADMIN_PROFIT_SHARE } from '../../shared/admin/constants.ts'

/** Figures of the whole market from the tables that sum it up, in dollars; the profit is rounded to whole dollars. */
export async function readMarketTotals(
  db: Db,
): Promise<{ products: number; orders: number; sales: number; profit: number }> {
  const { rows } = await sql<{ products: number; orders: number; cents: string; profit: string }>`
    select
      (select coalesce(sum(products), 0)::bigint from category_sets) as products,
      orders, cents::text, round(cents * ${ADMIN_PROFIT_SHARE}::numeric / 100)::text as profit
    from (
      select coalesce(sum(orders), 0)::bigint as orders, (coalesce(sum(total_count), 0) * 100)::numeric(22, 0) as cents
      from order_days
    ) sold`.execute(db)
  const { products = 0, orders = 0, cents = '0', profit = '0' } = rows[0] ?? {}
  return { products, orders, sales: Number(cents) / 100, profit: Number(profit) }
}

/** The market's sales of each of the `days` days up to the one `now` is in (UTC), in dollars, oldest first. */
export async function listMarketDays(
  db: Db,
  { days, now }: { days: number; now: Date },
): Promise<{ date: string; sales: number }[]> {
  const { rows } = await sql<{ date: string; sales: string }>`
    select to_char(today - back, 'YYYY-MM-DD') as date, coalesce(total_count, 0)::text as sales
    from (select utc_day(${now}::timestamptz) as today) clock
    cross join generate_series(${days - 1}::int, 0, -1) back
    left join order_days on day = today - back
    order by back desc`.execute(db)
  return rows.map(({ date, sales }) => ({ date, sales: Number(sales) }))
}
