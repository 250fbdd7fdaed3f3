import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { ADMIN_PROFIT_SHARE, SELLER_PROFIT_SHARE } from '../../../shared/stats/constants.ts'
import type { SellerStats } from '../../../shared/stats/schema.ts'
import { shownProducts } from '../../shop/catalog/products/seller-queries.ts'

/** Returns sums over a seller's visible products, in dollars at current prices; profit to the cent. */
export async function readSellerTotals(
  db: Db,
  sellerId: string,
): Promise<Pick<SellerStats, 'product_count' | 'total_sales' | 'total_profit' | 'units_sold'>> {
  const { products, sales, profit, units } = await shownProducts(db, sellerId)
    .select([
      sql<number>`count(*)`.as('products'),
      sql<string>`coalesce(sum(product_price * total_sales), 0)`.as('sales'),
      sql<string>`coalesce(round(sum(product_price * total_sales) * ${SELLER_PROFIT_SHARE}::numeric, 2), 0)`.as(
        'profit',
      ),
      sql<number>`coalesce(sum(total_sales), 0)::bigint`.as('units'),
    ])
    .executeTakeFirstOrThrow()
  return { product_count: products, total_sales: Number(sales), total_profit: Number(profit), units_sold: units }
}

export const orderCount = sql<number>`(
  select coalesce(sum(orders), 0)::bigint from day_figures where seller_id is null)`

/** Units are known only for a single seller. */
type Sold = SellerStats['sold'] & Record<'orders' | 'reversed_orders' | 'total' | 'profit' | 'awaited_total', number>

/**
 * Returns the sales of a seller or of all, in dollars at the prices paid, including deleted products. They exclude cancelled
 * and returned units, and orders that await a bank transfer, which `awaited` selects; `total` and `awaited_total` include
 * them. `profit` is the admins' share of `total`, in whole dollars.
 */
export async function readSold(db: Db, awaited: RawBuilder<unknown>, sellerId?: string): Promise<Sold> {
  const { rows } = await sql<Sold>`
    select sold.orders, sold.reversed_orders, sold.amount::float8 as total, awaited.amount::float8 as awaited_total,
      round(sold.amount * ${ADMIN_PROFIT_SHARE}::numeric)::float8 as profit,
      sold.units - sold.reversed_units - awaited.units + awaited.reversed_units as units,
      (sold.amount - sold.reversed_amount - awaited.amount + awaited.reversed_amount)::float8 as amount,
      sold.reversed_units - awaited.reversed_units as reversed_units,
      (sold.reversed_amount - awaited.reversed_amount)::float8 as reversed_amount,
      awaited.units - awaited.reversed_units as awaited_units,
      (awaited.amount - awaited.reversed_amount)::float8 as awaited_amount
    from (
      select coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(reversed_orders), 0)::bigint as reversed_orders,
        coalesce(sum(units), 0)::bigint as units, coalesce(sum(reversed_units), 0)::bigint as reversed_units,
        coalesce(sum(amount), 0) as amount, coalesce(sum(reversed_amount), 0) as reversed_amount
      from day_figures where ${ofSeller(sellerId)}
    ) sold cross join (${awaited}) awaited`.execute(db)
  const [sold] = rows
  if (!sold) throw new Error('the query returned no row')
  return sold
}

function ofSeller(sellerId: string | undefined): RawBuilder<boolean> {
  return sellerId === undefined ? sql`seller_id is null` : sql`seller_id = ${sellerId}`
}

/**
 * Returns the sales of each of the `days` days up to `now`, in dollars, oldest first: of a seller, or orders of all.
 */
export async function listDays(db: Db, { sellerId, days, now }: { sellerId?: string; days: number; now: Date }) {
  const { rows } = await sql<{ date: string; sales: number; orders: number; units: number }>`
    select to_char(today - back, 'YYYY-MM-DD') as date, coalesce(sum(amount), 0)::float8 as sales,
      coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(units), 0)::bigint as units
    from (select market_day(${now}::timestamptz) as today) clock
    cross join generate_series(${days - 1}::int, 0, -1) back
    left join day_figures on ${ofSeller(sellerId)} and day = today - back
    group by today, back order by back desc`.execute(db)
  return rows
}

export async function countSellerOrders(db: Db, sellerId: string): Promise<number> {
  const { orders } = await db
    .selectFrom('day_figures')
    .select(sql<number>`coalesce(sum(orders), 0)::bigint`.as('orders'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return orders
}

export function areFiguresToAddUp(): RawBuilder<boolean> {
  return sql`exists (select from figure_changes)`
}

/** Adds up to `maxChanges` changes of figures to the sums; returns whether there may be more. */
export async function addUpFigures(db: Db, maxChanges: number): Promise<boolean> {
  const { rows } = await sql<{ is_more: boolean }>`select add_up_figures(${maxChanges}) as is_more`.execute(db)
  return rows[0]?.is_more ?? false
}
