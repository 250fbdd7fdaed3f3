import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import {
  lockProductsToOrder,
  type ProductToOrder,
  raiseTotalSales,
} from '../../shop/catalog/products/purchase-queries.ts'
import { closePlaced, hasLiveCheckout } from '../../shop/stock/reservation-queries.ts'
import { isTaken, type Refused, recordSold, refusedLines, takeStock } from '../../shop/stock/take-queries.ts'
import { emptyCarts, lockedCart, takeFromCarts } from '../cart/change-queries.ts'
import { linesOf } from '../cart/queries.ts'
import { type Booking, bookPlaced, withBooking } from '../payments/queries.ts'

export interface Checkout {
  /** False when another request has the key; nothing is locked then. */
  claimed: boolean
  /** False when another change of the cart came between. The cart is locked now: read once more. */
  is_current: boolean
  /** Locked until the transaction ends. */
  lines: ProductToOrder[]
  /** Whether the buyer has a checkout that runs: it has reserved units, perhaps of the same products. */
  has_checkout: boolean
  /** The stored response to the key, if any, and the hash of its request, in hexadecimal digits. */
  earlier: { request_hash: string; answer: Order } | null
}

/** Claims an idempotency key, if there is one, and locks the buyer's cart and its products. */
export async function lockCheckout(
  tx: Tx,
  { buyerId, key, now }: { buyerId: string; key: string | undefined; now: Date },
): Promise<Checkout> {
  const claim = key === undefined ? null : `order ${buyerId} ${key}`
  const [checkout] = await checkoutOf(tx, { buyerId, key: key ?? null, claim, now })
  if (!checkout) throw new Error('a select without a table returns a row')
  return checkout
}

interface CheckoutOf {
  buyerId: string
  key: string | null
  /** What is locked for the key. */
  claim: string | null
  now: Date
}

const checkoutOf = prepared('order_checkout', (db, { buyerId, key, claim, now }: CheckoutOf) => {
  // guard: idempotency-key-claim
  const claimed = sql`coalesce(pg_try_advisory_xact_lock(hashtextextended(${claim}::text, 0)), true)`
  const cart = lockedCart({ userId: buyerId, now, unless: sql`not (select claimed from claim)` })
  return sql<Checkout>`
    with claim as materialized (select ${claimed} as claimed), ${cart}, earlier as (
      select json_build_object('request_hash', encode(request_hash, 'hex'), 'answer', answer) as earlier
      from idempotency_keys where user_id = ${buyerId} and key = ${key}
    ), lines as (${lockProductsToOrder(
      linesOf(buyerId),
      sql`exists (select from cart) and not exists (select from earlier)`,
    )})
    select claimed, exists (select from cart) as is_current, ${hasLiveCheckout(sql`${buyerId}::uuid`)} as has_checkout,
      (select coalesce(json_agg(lines), '[]') from lines) as lines, (select earlier from earlier) as earlier
    from claim`.compile(db)
})

/** Returns what a request with this key was answered, if an order was placed. */
export async function findAnswered(db: Db, buyerId: string, key: string): Promise<Checkout['earlier'] | undefined> {
  const [answered] = await answeredWith(db, { buyerId, key })
  return answered
}

const answeredWith = prepared('order_answered', (db, { buyerId, key }: { buyerId: string; key: string }) =>
  sql<NonNullable<Checkout['earlier']>>`
    select encode(request_hash, 'hex') as request_hash, answer from idempotency_keys
    where user_id = ${buyerId} and key = ${key}`.compile(db),
)

interface LineToSell {
  product_number: number
  seller_id: string
  product_name: string
  /** Exact decimal. */
  product_price: string
  quantity: number
  /** Exact decimal. */
  amount: string
  /** How much of it a checkout has reserved. */
  reserved?: number
}

export interface NewOrder {
  order: Omit<Order, 'order_id' | 'created_at'>
  lines: readonly LineToSell[]
  /** Exact decimal. */
  total: string
  key: string | undefined
  requestHash: Buffer
  now: Date
}

/** What an order was given, or the lines whose stock is short: then nothing was written. */
export type Placed = { order_id: string; created_at: string; refused: null } | { refused: Refused[] }

/** Takes the stock, inserts an order and empties the cart, and commits. */
export async function insertOrder(tx: Tx, placing: NewOrder): Promise<Placed> {
  return placedFrom(await place(tx, placingOf(placing)))
}

/** The same without the commit: the caller can still take back what it did before. Too rare to be prepared. */
export async function insertOrderInTransaction(tx: Tx, order: NewOrder): Promise<Placed> {
  const p = placingOf(order)
  const { rows } = await placing(p, clearedCart()).execute(tx)
  return placedFrom(rows)
}

/** As insertOrder, with the lines of a checkout, which it ends; with a booking its payment gets the order. */
export async function insertCheckoutOrder(
  tx: Tx,
  placing: NewOrder,
  checkoutId: string,
  booking?: Booking,
): Promise<Placed> {
  const ordered = { ...placingOf(placing), checkoutId }
  return placedFrom(booking ? await placePaid(tx, { ...ordered, ...booking }) : await placeCheckout(tx, ordered))
}

function placedFrom([placed]: PlacedRow[]): Placed {
  if (placed?.refused) return { refused: placed.refused }
  if (!placed?.order_id) throw new Error('the order that was just inserted is missing')
  return { order_id: placed.order_id, created_at: placed.created_at, refused: null }
}

function placingOf({ order, lines, total, key, requestHash, now }: NewOrder): Placing {
  return {
    buyerId: order.buyer_id,
    key: key ?? null,
    requestHash,
    answer: JSON.stringify(order),
    total,
    products: JSON.stringify(order.products_id),
    address: JSON.stringify(order.shipping_address),
    payment: order.payment_method,
    now,
    numbers: lines.map((line) => line.product_number),
    sellers: lines.map((line) => line.seller_id),
    names: lines.map((line) => line.product_name),
    prices: lines.map((line) => line.product_price),
    quantities: lines.map((line) => line.quantity),
    amounts: lines.map((line) => line.amount),
    reserved: lines.map((line) => line.reserved ?? 0),
  }
}

interface Placing {
  buyerId: string
  key: string | null
  requestHash: Buffer
  /** The response, but for what the database gives the order. */
  answer: string
  total: string
  products: string
  address: string
  payment: string
  now: Date
  numbers: number[]
  sellers: string[]
  names: string[]
  prices: string[]
  quantities: number[]
  amounts: string[]
  reserved: number[]
}

interface PlacedRow {
  order_id: string | null
  created_at: string
  refused: Refused[] | null
}

function placing(p: Placing, cleared: RawBuilder<unknown>): RawBuilder<PlacedRow> {
  return sql<PlacedRow>`
    with sold as (
      select * from unnest(
        ${p.numbers}::bigint[], ${p.sellers}::uuid[], ${p.names}::text[], ${p.prices}::numeric[], ${p.quantities}::integer[],
        ${p.amounts}::numeric[], ${p.reserved}::integer[]
      ) with ordinality as sold (
        product_number, seller_id, product_name, product_price, quantity, amount, reserved, line_number
      )
    ), ${takeStock(sql`sold`)}, placed as (
      insert into orders (buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
      select ${p.buyerId}::uuid, ${p.total}::numeric, ${p.products}::jsonb, ${p.address}::jsonb, ${p.payment}::text,
        ${p.now}::timestamptz
      where ${isTaken}
      returning order_number, order_id, buyer_id, created_at as placed_at,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    ), listed as (
      insert into order_lines (
        order_number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount
      )
      select order_number, line_number, product_number, seller_id, product_name, product_price, quantity, amount
      from placed, sold
    ), moved as (${recordSold(sql`placed`)}),
    raised as (${raiseTotalSales(sql`(select product_number, quantity from placed, sold)`)}),
    ${cleared}, answered as (
      insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
      select buyer_id, ${p.key}::text, ${p.requestHash}::bytea,
        ${p.answer}::jsonb || jsonb_build_object('order_id', order_id, 'created_at', created_at), placed_at
      from placed where ${p.key}::text is not null
      on conflict (user_id, key) do nothing
    )
    select order_id, created_at, ${refusedLines} as refused from (values (1)) one left join placed on true`
}

function clearedCart(): RawBuilder<unknown> {
  return sql`emptied as (${emptyCarts(sql`select buyer_id from placed`)})`
}

const place = prepared('order_place', (db, p: Placing) => placing(p, clearedCart()).compile(db), { commits: true })

function closedCheckout(p: { checkoutId: string }): RawBuilder<unknown> {
  const taken = takeFromCarts(sql`(select buyer_id as user_id, product_number, quantity from placed, sold)`)
  return sql`${taken}, ${closePlaced(sql`(select placed.*, ${p.checkoutId}::uuid as checkout_id from placed)`)}`
}

const placeCheckout = prepared(
  'order_place_checkout',
  (db, p: Placing & { checkoutId: string }) => placing(p, closedCheckout(p)).compile(db),
  { commits: true },
)

const placePaid = prepared(
  'order_place_paid',
  (db, p: Placing & Booking & { checkoutId: string }) =>
    placing(p, sql`${closedCheckout(p)}, ${bookPlaced(withBooking(p, sql`placed`))}`).compile(db),
  { commits: true },
)
