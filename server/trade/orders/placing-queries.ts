import { type RawBuilder, sql } from 'kysely'
import { raiseTotalSales } from '../../shop/catalog/products/purchase-queries.ts'
import { isCounted } from '../../shop/stock/take-queries.ts'

// What the statements that place the orders of several buyers at once share. Whatever needs more than the usual is left out: a
// cart or a product that others have locked, a key that was used, a checkout that runs, a product whose stock is counted.

/** SQL for whether all lines that are `listed` of a buyer could be locked, and none is counted; of a group of `lines`. */
export const areComplete = sql`
  count(*) = (select count(*) from listed where listed.user_id = lines.user_id)
    and not ${isCounted(sql`(select unnest(array_agg(product_number)) as product_number)`)}`

export const shownLine = sql`jsonb_build_object(
  'product_id', product_id, 'product_name', product_name, 'unit_price', product_price::numeric, 'quantity', quantity,
  'featured_image', featured_image)`

export interface Given {
  order_id: string
  created_at: string
}

/**
 * Returns queries, for `with`, that place the orders `wanted` with the lines `sold`, apart from what clears what they are made
 * of: `placed` has a row for each. None is placed when one of the products has come to be counted.
 */
export function placing(p: { now: Date }): RawBuilder<unknown> {
  // It may have come to be before it was locked, but after what this statement sees.
  // guard: products-uncounted
  const isUncounted = sql`not is_counted_now((select array_agg(product_number) from sold))`
  return sql`placeable as materialized (select where ${isUncounted}), placed as (
      insert into orders (buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
      select buyer_id, total, products, address, payment, ${p.now}::timestamptz from placeable, wanted order by place
      returning order_number, order_id, buyer_id, created_at as placed_at,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    ), placed_lines as materialized (
      select buyer_id, order_number, line_number, product_number, seller_id, product_name, product_price, quantity, amount
      from placed join wanted using (buyer_id) join sold using (place)
    ), listed_lines as (
      insert into order_lines (
        order_number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount
      )
      select order_number, line_number, product_number, seller_id, product_name, product_price, quantity, amount
      from placed_lines order by order_number, line_number
    ), raised as (${raiseTotalSales(
      sql`(select product_number, sum(quantity) as quantity from placed_lines group by 1)`,
    )}), answered as (
      insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
      select buyer_id, key, request_hash,
        answer || jsonb_build_object('order_id', order_id, 'created_at', created_at), placed_at
      from placed join wanted using (buyer_id) where key is not null
      on conflict (user_id, key) do nothing
    )`
}
