import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { visibleProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { sellableStock } from '../../shop/stock/queries.ts'
import { type cartFrom, linesOf } from './queries.ts'

// Each change of a cart is one statement, which is a transaction by itself. A statement sees all lines as they were when it
// began, so it changes them only when no other request has changed the cart since. That shows in the version (PostgreSQL's xmin)
// of its row in `carts`, which every change of a cart locks and writes.

type Refusal = 'product_not_found' | 'sold_out' | 'too_many' | 'quantity_too_large' | 'cart_full'

export interface CartChange {
  refusal: Refusal | null
  /** False when another change came between: nothing was changed, and the same may be done again. */
  is_current: boolean
  /** How many of the product one order may have, where that is limited. */
  max_per_order: number | null
  lines: Parameters<typeof cartFrom>[0]
}

interface ChangedCart {
  userId: string
  now: Date
}

interface ChangedLine extends ChangedCart {
  productId: string
  quantity: number
}

const isFull = sql`(select quantity from wanted) = 0 and (select count(*) from present) >= ${MAX_CART_LINES}`

/** Adds to a line of a cart, and creates it when there is none. */
export const addToLine = prepared('cart_add', (db, line: ChangedLine) => {
  const quantity = sql`${line.quantity}::integer`
  // guard: cart-line-raised-in-place
  const raised = sql`cart_lines.quantity + excluded.quantity`
  const refusal = sql`case
    when not exists (select from wanted) then 'product_not_found'
    when (select sold_out from wanted) then 'sold_out'
    when (select quantity from wanted) + ${quantity} > (select max_per_order from wanted) then 'too_many'
    when (select quantity from wanted) + ${quantity} > ${MAX_LINE_QUANTITY} then 'quantity_too_large'
    when ${isFull} then 'cart_full' end`
  return writeLine(line, { refusal, quantity: raised }).compile(db)
})

/** Sets a line of a cart, and creates it when there is none. */
export const setLine = prepared('cart_set', (db, line: ChangedLine) => {
  // A line that has more since its product was limited may still be lowered step by step.
  const isRaised = sql`${line.quantity}::integer > (select quantity from wanted)`
  const refusal = sql`case
    when not exists (select from wanted) then 'product_not_found'
    when ${isRaised} and ${line.quantity}::integer > (select max_per_order from wanted) then 'too_many'
    when ${isFull} then 'cart_full' end`
  return writeLine(line, { refusal, quantity: sql`excluded.quantity` }).compile(db)
})

/** `quantity` is that of a line which is there already. */
function writeLine(
  { userId, productId, quantity, now }: ChangedLine,
  rules: { refusal: RawBuilder<unknown>; quantity: RawBuilder<unknown> },
): RawBuilder<CartChange> {
  return sql<CartChange>`
    with ${before(userId)}, wanted as (
      select product_number, coalesce(present.quantity, 0) as quantity, sold_out, max_per_order
      from (${visibleProducts}) product left join present using (product_number)
        left join (${sellableStock}) stock using (product_number)
      where product_id = ${productId}
    ), refused as (select ${rules.refusal} as refusal),
    claimed as (${claim({ userId, now, unless: sql`(select refusal from refused) is not null` })}),
    changed as (
      insert into cart_lines (user_id, product_number, quantity, created_at)
      select user_id, product_number, ${quantity}::integer, ${now}::timestamptz from claimed, wanted
      on conflict (user_id, product_number) do update set quantity = ${rules.quantity}
      returning product_number, quantity, created_at
    )
    select refusal, refusal is not null or exists (select from claimed) as is_current,
      (select max_per_order from wanted) as max_per_order, ${asJson(sql`
      select * from present where product_number <> all (select product_number from changed)
      union all select * from changed`)} as lines
    from refused`
}

interface RemovedLine extends ChangedCart {
  productNumber: number
}

/** Removes the line of a product, deleted ones included. */
export const removeLine = prepared('cart_remove', (db, { userId, productNumber, now }: RemovedLine) =>
  removeLines({ userId, now }, sql`product_number = ${productNumber}`).compile(db),
)

/** Empties a cart. */
export const removeAllLines = prepared('cart_clear', (db, cart: ChangedCart) =>
  removeLines(cart, sql`true`).compile(db),
)

function removeLines({ userId, now }: ChangedCart, which: RawBuilder<unknown>): RawBuilder<CartChange> {
  return sql<CartChange>`
    with ${before(userId)}, claimed as (${claim({ userId, now })}), removed as (
      delete from cart_lines where user_id = (select user_id from claimed) and ${which}
    )
    select null as refusal, exists (select from claimed) as is_current, null::integer as max_per_order,
      ${asJson(sql`select * from present where not (${which})`)} as lines`
}

/** The version of a cart and its lines when the statement begins. */
function before(userId: string): RawBuilder<unknown> {
  return sql`seen as (select xmin as version from carts where user_id = ${userId}),
    present as (${linesOf(userId)})`
}

/** Locks a cart and gives it a new version, or creates it. Returns no row when it has another version than at the beginning. */
function claim(cart: ChangedCart & { unless?: RawBuilder<unknown> }): RawBuilder<unknown> {
  const { userId, now, unless = sql`false` } = cart
  // guard: cart-version
  const isUnchanged = sql`carts.xmin = (select version from seen)`
  return sql`
    insert into carts (user_id, updated_at) select ${userId}::uuid, ${now}::timestamptz where not (${unless})
    on conflict (user_id) do update set updated_at = excluded.updated_at where ${isUnchanged}
    returning user_id`
}

function asJson(lines: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_array(product_number, quantity) order by created_at, product_number), '[]')
    from (${lines}) line)`
}
