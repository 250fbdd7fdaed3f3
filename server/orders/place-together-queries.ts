import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Tx } from '../../db/tables.ts'
import { linesOfAll } from '../cart/queries.ts'
import { emptyLockedCarts, lockedCarts } from '../cart/several-carts-queries.ts'
import { lockFreeProducts, type ProductToOrder, raiseTotalSales } from '../catalog/purchase-queries.ts'
import { takeNumbersAt } from '../data/counter-queries.ts'
import { hasLiveCheckout } from '../stock/reservation-queries.ts'
import { isCounted } from '../stock/take-queries.ts'
import type { NewOrder } from './place-order-queries.ts'

// The statements of place-order-queries.ts for several buyers at once. Whatever needs more than the usual is left out: a cart
// or a product that others have locked, a key that was used, a checkout that runs, a product whose stock is counted.

/** Locks the carts of these buyers and their products, without waiting; returns the lines by buyer, of those not left out. */
export async function lockCheckouts(
  tx: Tx,
  asked: readonly { buyerId: string; key: string | undefined }[],
): Promise<Map<string, ProductToOrder[]>> {
  const rows = await checkoutsOf(tx, {
    buyers: asked.map(({ buyerId }) => buyerId),
    keys: asked.map(({ key }) => key ?? null),
  })
  return new Map(rows.map(({ user_id, lines }) => [user_id, lines]))
}

const checkoutsOf = prepared(
  'order_checkouts',
  (db, { buyers, keys }: { buyers: string[]; keys: (string | null)[] }) => {
    // guard: idempotency-key-claim
    const claimed = sql`coalesce(pg_try_advisory_xact_lock(hashtextextended('order ' || user_id || ' ' || key, 0)), true)`
    return sql<{ user_id: string; lines: ProductToOrder[] }>`
      with asked as materialized (
        select user_id, key, ${claimed} as claimed from unnest(${buyers}::uuid[], ${keys}::text[]) asked (user_id, key)
      ), new as materialized (
        select user_id from asked
        where claimed and not ${hasLiveCheckout(sql`user_id`)} and not exists (
          select from idempotency_keys earlier where earlier.user_id = asked.user_id and earlier.key = asked.key)
      ), ${lockedCarts(sql`select user_id from new`)}, listed as materialized (
        ${linesOfAll(sql`select user_id from cart`)}
      ), lines as (${lockFreeProducts(sql`select * from listed`)})
      select user_id, json_agg(lines order by product_number) as lines from lines group by user_id
      having count(*) = (select count(*) from listed where listed.user_id = lines.user_id)
        and not ${isCounted(sql`(select unnest(array_agg(product_number)) as product_number)`)}`.compile(db)
  },
)

/** What orders were given, by buyer; empty when one of the products has come to be counted: then nothing was written. */
export async function insertOrders(
  tx: Tx,
  orders: readonly NewOrder[],
  now: Date,
): Promise<Map<string, { order_id: string; created_at: string }>> {
  const lines = orders.flatMap((order, index) => order.lines.map((line, place) => ({ ...line, index, place })))
  const rows = await placeOrders(tx, {
    now,
    buyers: orders.map(({ order }) => order.buyer_id),
    totals: orders.map(({ total }) => total),
    products: orders.map(({ order }) => JSON.stringify(order.products_id)),
    addresses: orders.map(({ order }) => JSON.stringify(order.shipping_address)),
    payments: orders.map(({ order }) => order.payment_method),
    keys: orders.map(({ key }) => key ?? null),
    hashes: orders.map(({ requestHash }) => requestHash),
    answers: orders.map(({ order, key }) => (key === undefined ? null : JSON.stringify(order))),
    places: lines.map(({ index }) => index + 1),
    lineNumbers: lines.map(({ place }) => place + 1),
    numbers: lines.map((line) => line.product_number),
    names: lines.map((line) => line.product_name),
    prices: lines.map((line) => line.product_price),
    quantities: lines.map((line) => line.quantity),
  })
  return new Map(rows.map(({ buyer_id, ...given }) => [buyer_id, given]))
}

interface Placing {
  now: Date
  /** Of the orders, in their order. */
  buyers: string[]
  totals: string[]
  products: string[]
  addresses: string[]
  payments: string[]
  keys: (string | null)[]
  hashes: Buffer[]
  answers: (string | null)[]
  /** Of the lines: which of the orders, counted from 1, and their columns. */
  places: number[]
  lineNumbers: number[]
  numbers: number[]
  names: string[]
  prices: string[]
  quantities: number[]
}

const placeOrders = prepared(
  'orders_place',
  (db, p: Placing) => {
    const count = sql`(select count(*) from wanted)`
    // guard: order-counter
    const number = takeNumbersAt('order', { now: p.now, when: sql`not ${isCounted(sql`sold`)}`, count })
    return sql<{ buyer_id: string; order_id: string; created_at: string }>`
      with wanted as materialized (
        select * from unnest(
          ${p.buyers}::uuid[], ${p.totals}::numeric[], ${p.products}::jsonb[], ${p.addresses}::jsonb[],
          ${p.payments}::text[], ${p.keys}::text[], ${p.hashes}::bytea[], ${p.answers}::jsonb[]
        ) with ordinality as wanted (buyer_id, total, products, address, payment, key, request_hash, answer, place)
      ), sold as materialized (
        select * from unnest(
          ${p.places}::integer[], ${p.lineNumbers}::integer[], ${p.numbers}::bigint[], ${p.names}::text[],
          ${p.prices}::numeric[], ${p.quantities}::integer[]
        ) as sold (place, line_number, product_number, product_name, product_price, quantity)
      ), numbered as (${number}), placed as (
        insert into orders (
          order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at
        )
        select number - ${count} + place, buyer_id, total, products, address, payment, taken_at
        from numbered, wanted order by place
        returning order_number, order_id, buyer_id, created_at as placed_at,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
      ), placed_lines as materialized (
        select order_number, line_number, product_number, product_name, product_price, quantity
        from placed join wanted using (buyer_id) join sold using (place)
      ), listed as (
        insert into order_lines (order_number, line_number, product_number, product_name, unit_price, quantity)
        select * from placed_lines order by order_number, line_number
      ), raised as (${raiseTotalSales(
        sql`(select product_number, sum(quantity) as quantity from placed_lines group by 1)`,
      )}), ${emptyLockedCarts(sql`select buyer_id from placed`, p.now)}, answered as (
        insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
        select buyer_id, key, request_hash,
          answer || jsonb_build_object('order_id', order_id, 'created_at', created_at), placed_at
        from placed join wanted using (buyer_id) where key is not null
        on conflict (user_id, key) do nothing
      )
      select buyer_id, order_id, created_at from placed`.compile(db)
  },
  { commits: true },
)
