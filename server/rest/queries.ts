import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Product } from '../../shared/catalog/schema.ts'
import type { OrderRow } from './schema.ts'

/** Rows of a list, and whether it goes on. */
export interface Rows<Row> {
  rows: Row[]
  more: boolean
}

/** The descriptions of one answer are at most about so long together. */
const MAX_DESCRIPTIONS_BYTES = 512 * 1024

/**
 * The products of the shop after the one numbered `after`, by number; descriptions as they are stored. Fewer than
 * `limit` when their descriptions are long, at least one.
 */
export async function listProductRows(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<Rows<Product>> {
  const { rows } = await sql<Omit<Product, 'product_price'> & { product_price: string; following: number }>`
    select product_id, seller_id, product_name, product_price, featured_image, other_images, product_desc,
      product_category, total_sales, flash_sale, following
    from (
      select *, count(*) over () as following,
        sum(octet_length(product_desc)) over (order by product_number) - octet_length(product_desc) as bytes_before
      from (
        select * from products where deleted_at is null and product_number > ${after}
        order by product_number limit ${limit + 1}
      ) next
    ) measured
    where bytes_before < ${MAX_DESCRIPTIONS_BYTES} order by product_number limit ${limit}`.execute(db)
  return {
    rows: rows.map(({ following: _, ...row }) => ({ ...row, product_price: Number(row.product_price) })),
    more: rows.length < (rows[0]?.following ?? 0),
  }
}

/** Orders before the one numbered `before`, newest first; with `buyerId` only that buyer's. */
export async function listOrderRows(
  db: Db,
  { before, buyerId, limit }: { before?: number; buyerId?: string; limit: number },
): Promise<Rows<OrderRow>> {
  let query = db
    .selectFrom('orders')
    .select(['order_id', 'created_at', 'products_id', 'buyer_id', 'order_state'])
    .select(['total_count', 'shipping_address', 'payment_method'])
  if (buyerId !== undefined) query = query.where('buyer_id', '=', buyerId)
  if (before !== undefined) query = query.where('order_number', '<', before)
  const found = await query
    .orderBy('order_number', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit).map((order) => ({
    ...order,
    created_at: order.created_at.toISOString(),
    total_count: Number(order.total_count),
  }))
  return { rows, more: found.length > limit }
}
