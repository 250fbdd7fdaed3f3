import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { ADMIN_PROFIT_SHARE } from '../../../shared/stats/constants.ts'
import { onlyOf } from './queries.ts'

export const orderCount = sql<number>`(
  select coalesce(sum(orders), 0)::bigint from day_figures where seller_id is null)`

/**
 * Returns the figures of the marketplace: counts of orders and of those cancelled or returned as a whole, and dollars
 * of all orders, of the profit (whole dollars), of cancelled and returned units, and of orders awaiting a bank
 * transfer, before and after cancellations. `awaited` selects the latter.
 */
export async function readTotals(db: Db, awaited: RawBuilder<unknown>): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select orders, sold.amount::float8 as sales,
      round(sold.amount * ${ADMIN_PROFIT_SHARE}::numeric)::float8 as profit, reversed_orders as "reversedOrders",
      (sold.reversed_amount - awaited.reversed_amount)::float8 as "reversedSales", awaited.amount::float8 as "awaitedBefore",
      (awaited.amount - awaited.reversed_amount)::float8 as awaited
    from (
      select coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(amount), 0) as amount,
        coalesce(sum(reversed_orders), 0)::bigint as reversed_orders, coalesce(sum(reversed_amount), 0) as reversed_amount
      from day_figures where seller_id is null
    ) sold cross join (${awaited}) awaited`.execute(db)
  return onlyOf(rows)
}

type Totals = Record<
  'orders' | 'sales' | 'profit' | 'reversedOrders' | 'reversedSales' | 'awaitedBefore' | 'awaited',
  number
>
