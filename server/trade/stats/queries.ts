import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { SELLER_PROFIT_SHARE } from '../../../shared/stats/constants.ts'
import type { SellerStats } from '../../../shared/stats/schema.ts'
import { sellerProducts } from '../../shop/catalog/products/seller-queries.ts'

/** Returns sums over a seller's products in the shop, in dollars at present prices; profit to the cent. */
export async function readSellerTotals(
  db: Db,
  sellerId: string,
): Promise<Pick<SellerStats, 'product_count' | 'total_sales' | 'total_profit' | 'units_sold'>> {
  const { products, sales, profit, units } = await sellerProducts(db, sellerId)
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

/**
 * Returns what a seller really sold, in dollars at the prices paid: the lines of all orders, whatever became of their
 * products, without what was cancelled and came back, and without orders whose bank transfer is awaited: `awaited` is a
 * query for these.
 */
export async function readSold(db: Db, sellerId: string, awaited: RawBuilder<unknown>): Promise<SellerStats['sold']> {
  const { rows } = await sql<SoldRow>`
    select ordered.units - reversed.units - awaited.units + awaited.reversed_units as units,
      ${inCents(sql`ordered.amount - reversed.amount - awaited.amount + awaited.reversed_amount`)} as amount,
      reversed.units - awaited.reversed_units as reversed_units,
      ${inCents(sql`reversed.amount - awaited.reversed_amount`)} as reversed_amount,
      awaited.units - awaited.reversed_units as awaited_units,
      ${inCents(sql`awaited.amount - awaited.reversed_amount`)} as awaited_amount
    from (
      select coalesce(sum(units), 0)::bigint as units, coalesce(sum(amount), 0) as amount
      from seller_days where seller_id = ${sellerId}
    ) ordered cross join (
      select coalesce(sum(units), 0)::bigint as units, coalesce(sum(amount), 0) as amount
      from seller_reversals where seller_id = ${sellerId}
    ) reversed cross join (${awaited}) awaited`.execute(db)
  const { amount = '0', reversed_amount = '0', awaited_amount = '0', ...units } = rows[0] ?? NO_UNITS
  return {
    ...units,
    amount: Number(amount) / 100,
    reversed_amount: Number(reversed_amount) / 100,
    awaited_amount: Number(awaited_amount) / 100,
  }
}

type SoldRow = Record<'units' | 'reversed_units' | 'awaited_units', number> &
  Partial<Record<'amount' | 'reversed_amount' | 'awaited_amount', string>>

const NO_UNITS: SoldRow = { units: 0, reversed_units: 0, awaited_units: 0 }

function inCents(amount: RawBuilder<unknown>) {
  return sql`((${amount}) * 100)::numeric(22, 0)::text`
}

/** Returns a seller's sales and units of each of the `days` days up to the one `now` is in, oldest first. */
export async function listDailySales(
  db: Db,
  sellerId: string,
  { days, now }: { days: number; now: Date },
): Promise<{ date: string; sales: number; units: number }[]> {
  const { rows } = await sql<{ date: string; sales: string; units: number }>`
    select to_char(today - back, 'YYYY-MM-DD') as date, coalesce(amount, 0)::text as sales, coalesce(units, 0) as units
    from (select market_day(${now}::timestamptz) as today) clock
    cross join generate_series(${days - 1}::int, 0, -1) back
    left join seller_days on seller_id = ${sellerId} and day = today - back
    order by back desc`.execute(db)
  return rows.map((row) => ({ ...row, sales: Number(row.sales) }))
}

/** Returns how many orders there are with a product of this seller. */
export async function countSellerOrders(db: Db, sellerId: string): Promise<number> {
  const { orders } = await db
    .selectFrom('seller_days')
    .select(sql<number>`coalesce(sum(orders), 0)::bigint`.as('orders'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return orders
}
