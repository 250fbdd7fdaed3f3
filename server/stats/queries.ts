import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { SELLER_PROFIT_SHARE } from '../../shared/seller/constants.ts'
import type { SellerProductRow, SellerStats } from '../../shared/seller/schema.ts'

/**
 * The sums over a seller's products that are in the shop, in dollars at present prices; the profit is the seller's share
 * of the sales, to the cent.
 */
export async function readStallTotals(
  db: Db,
  sellerId: string,
): Promise<Pick<SellerStats, 'product_count' | 'total_sales' | 'total_profit' | 'units_sold'>> {
  const { products, sales, profit, units } = await db
    .selectFrom('products')
    .select([
      sql<number>`count(*)`.as('products'),
      sql<string>`coalesce(sum(product_price * total_sales), 0)`.as('sales'),
      sql<string>`coalesce(round(sum(product_price * total_sales) * ${SELLER_PROFIT_SHARE}::numeric, 2), 0)`.as(
        'profit',
      ),
      sql<number>`coalesce(sum(total_sales), 0)::bigint`.as('units'),
    ])
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { product_count: products, total_sales: Number(sales), total_profit: Number(profit), units_sold: units }
}

/** A seller's sales of each of the `days` days up to the one `now` is in (UTC), oldest first. */
export async function listDailySales(
  db: Db,
  sellerId: string,
  { days, now }: { days: number; now: Date },
): Promise<{ date: string; sales: number }[]> {
  const { rows } = await sql<{ date: string; sales: string }>`
    select to_char(today - back, 'YYYY-MM-DD') as date, coalesce(amount, 0)::text as sales
    from (select (${now}::timestamptz at time zone 'UTC')::date as today) clock
    cross join generate_series(${days - 1}::int, 0, -1) back
    left join seller_days on seller_id = ${sellerId} and day = today - back
    order by back desc`.execute(db)
  return rows.map(({ date, sales }) => ({ date, sales: Number(sales) }))
}

/** A seller's products in the shop that sold, most units first. */
export async function listBestSellers(db: Db, sellerId: string, limit: number): Promise<SellerProductRow[]> {
  const rows = await db
    .selectFrom('products')
    .select(['product_id', 'product_name', 'product_price', 'featured_image', 'total_sales', 'flash_sale'])
    .select(sql<string>`product_price * total_sales`.as('sales_amount'))
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .where('total_sales', '>', 0)
    .orderBy('total_sales', 'desc')
    .orderBy('product_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    product_price: Number(row.product_price),
    sales_amount: Number(row.sales_amount),
  }))
}
