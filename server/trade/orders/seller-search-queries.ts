import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { ADDRESS_SEEN_DAYS } from '../../../shared/fulfilment/constants.ts'
import { orderNumbersMatching } from '../../../shared/orders/rules.ts'
import { orderedProducts } from '../../shop/catalog/products/purchase-queries.ts'

/** Inclusive range of order numbers. */
export interface NumberRange {
  first: number
  last: number
}

export interface SellerOrderSearch {
  /** Ranges of ids that begin with the text. */
  ranges: NumberRange[]
  /** Part of a name, or a product's id; undefined when the text can only be an order's id. */
  text: string | undefined
}

/** Parses a search of a seller's orders; undefined without text. */
export function readSellerSearch(q: string | undefined): SellerOrderSearch | undefined {
  const text = q?.trim()
  if (!text) return undefined
  return { ranges: orderNumbersMatching(text), text: /^o(?:r(?:d\d*)?)?$/i.test(text) ? undefined : text }
}

/** SQL for the name in the address of a `part` of `orders`; null once its seller sees the address no longer. */
const RECIPIENT = sql`case when ended_at is null or ended_at > now() - make_interval(days => ${ADDRESS_SEEN_DAYS})
  then coalesce(part.shipping_address, orders.shipping_address) ->> 'fullName' end`

/** Returns the names in the addresses of a seller's orders, by order number; without those the seller no longer sees. */
export async function listRecipients(
  db: Db,
  sellerId: string,
  orderNumbers: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ order_number: number; name: string | null }>`
    select order_number, trim(${RECIPIENT}) as name
    from seller_orders part join orders using (order_number)
    where seller_id = ${sellerId}::uuid and order_number = any(${[...orderNumbers]}::bigint[])`.execute(db)
  return new Map(rows.flatMap(({ order_number, name }) => (name ? [[order_number, name]] : [])))
}

/**
 * Returns SQL for whether the search matches a seller's order, in a query that has its `order_number`: by order id, by
 * id or partial name of the seller's products in it, or by partial name of the buyer while the seller may see it.
 * Ignores accents and case.
 */
export function isFoundBy(sellerId: string, { ranges, text }: SellerOrderSearch): RawBuilder<boolean> {
  if (text === undefined) return inRanges(ranges)
  const has = (column: RawBuilder<unknown>) => sql`strpos(fold_text(${column}), fold_text(${text}::text)) > 0`
  // With a limit instead of `exists`, for which the planner may hash whole tables.
  return sql<boolean>`(${inRanges(ranges)} or coalesce((
    select true from seller_orders part join orders on orders.order_number = part.order_number
    where part.seller_id = ${sellerId}::uuid and part.order_number = searched.order_number and (
      ${has(RECIPIENT)}
      or (
        select true from order_lines join ${orderedProducts()} product using (product_number)
        where order_lines.order_number = part.order_number and order_lines.seller_id = part.seller_id
          and (product_id = upper(${text}::text) or ${has(sql`product_name`)})
        limit 1
      )
    )
    limit 1
  ), false))`
}

export function inRanges(ranges: NumberRange[]) {
  if (!ranges.length) return sql<boolean>`false`
  return sql<boolean>`(${sql.join(
    ranges.map(({ first, last }) => sql`order_number between ${first}::bigint and ${last}::bigint`),
    sql` or `,
  )})`
}
