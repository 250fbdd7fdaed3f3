import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { visibleProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { sellableStock } from '../../shop/stock/queries.ts'
import { currentCarts, linesOfAll } from './queries.ts'

type Refusal = 'product_not_found' | 'sold_out' | 'too_many' | 'quantity_too_large' | 'cart_full'

export interface CartChange {
  user_id: string
  refusal: Refusal | null
  /** Units of the product allowed per order; null for no limit. */
  max_per_order: number | null
  /** The cart's lines, oldest first. */
  lines: [product_number: number, quantity: number][]
}

interface ChangedLines {
  users: string[]
  products: string[]
  quantities: number[]
  now: Date
}

const isFull = sql`present.quantity is null
  and (select count(*) from present line where line.user_id = requested.user_id) >= ${MAX_CART_LINES}`

/**
 * Adds to a line of each cart, and creates missing carts, so that many first additions share one transaction. Skips carts that
 * are locked or changed concurrently.
 */
export const addToLines = prepared('carts_add', (db, lines: ChangedLines) => {
  const wanted = sql`requested.quantity + coalesce(present.quantity, 0)`
  // guard: cart-line-raised-in-place
  const raised = sql`cart_lines.quantity + excluded.quantity`
  return writeLines(lines, {
    refusal: sql`case
      when product_number is null then 'product_not_found'
      when sold_out then 'sold_out'
      when ${wanted} > max_per_order then 'too_many'
      when ${wanted} > ${MAX_LINE_QUANTITY} then 'quantity_too_large'
      when ${isFull} then 'cart_full' end`,
    quantity: raised,
  }).compile(db)
})

/** Sets a line of each cart; skips carts as `addToLines` does. */
export const setLines = prepared('carts_set', (db, lines: ChangedLines) =>
  writeLines(lines, {
    // A line above a newer limit may still be lowered step by step.
    refusal: sql`case
      when product_number is null then 'product_not_found'
      when requested.quantity > coalesce(present.quantity, 0) and requested.quantity > max_per_order then 'too_many'
      when ${isFull} then 'cart_full' end`,
    quantity: sql`excluded.quantity`,
  }).compile(db),
)

/** `quantity` is the new quantity of a line that exists already. */
function writeLines(
  { users, products, quantities, now }: ChangedLines,
  rules: { refusal: RawBuilder<unknown>; quantity: RawBuilder<unknown> },
): RawBuilder<CartChange> {
  return sql<CartChange>`
    with created as (
      insert into carts (user_id, updated_at) select unnest(${users}::uuid[]), ${now}::timestamptz
      on conflict (user_id) do nothing returning user_id
    ), cart as materialized (
      ${currentCarts(users)} union all select user_id from created
    ), requested as materialized (
      select user_id, product_id, quantity
      from unnest(${users}::uuid[], ${products}::text[], ${quantities}::integer[]) requested (user_id, product_id, quantity)
        join cart using (user_id)
    ), present as materialized (${linesOfAll(users)}), wanted as materialized (
      select user_id, product_number, requested.quantity, max_per_order, ${rules.refusal} as refusal
      from requested left join (${visibleProducts}) product using (product_id)
        left join (${sellableStock}) stock using (product_number)
        left join present using (user_id, product_number)
    ), changed as (
      insert into cart_lines (user_id, product_number, quantity, created_at)
      select user_id, product_number, quantity, ${now}::timestamptz from wanted where refusal is null
      on conflict (user_id, product_number) do update set quantity = ${rules.quantity}
      returning user_id, product_number, quantity, created_at
    ), versioned as (
      update carts set updated_at = ${now} where user_id in (select user_id from changed)
    ), listed as (
      select user_id, json_agg(json_build_array(product_number, quantity) order by created_at, product_number) as lines
      from (
        select * from present where (user_id, product_number) not in (select user_id, product_number from changed)
        union all select * from changed
      ) line group by user_id
    )
    select user_id, refusal, max_per_order, coalesce(lines, '[]') as lines from wanted left join listed using (user_id)`
}

/** Removes the line of a product, deleted or not, from a cart; with null every line. */
export const removeLines = prepared(
  'cart_remove',
  (db, { userId, productNumber }: { userId: string; productNumber: number | null }) =>
    sql`
      delete from cart_lines
      where user_id = ${userId}::uuid and coalesce(product_number = ${productNumber}::bigint, true)`.compile(db),
)
