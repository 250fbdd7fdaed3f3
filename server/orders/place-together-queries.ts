import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { linesOfAll } from '../cart/queries.ts'
import { emptyLockedCarts, lockedCarts, takeFromLockedCarts } from '../cart/several-carts-queries.ts'
import { lockFreeProducts, type ProductToOrder, raiseTotalSales } from '../catalog/purchase-queries.ts'
import { takeNumbersAt } from '../data/counter-queries.ts'
import { type Booking, bookPlaced } from '../payments/queries.ts'
import { closePlaced, hasLiveCheckout, lockFreePaying } from '../stock/reservation-queries.ts'
import { isCounted } from '../stock/take-queries.ts'
import type { NewOrder } from './place-order-queries.ts'

// The statements of place-order-queries.ts for several buyers at once. Whatever needs more than the usual is left out: a cart
// or a product that others have locked, a key that was used, a checkout that runs, a product whose stock is counted.

/** SQL for whether all lines that are `listed` of a buyer could be locked, and none is counted; of a group of `lines`. */
const areComplete = sql`
  count(*) = (select count(*) from listed where listed.user_id = lines.user_id)
    and not ${isCounted(sql`(select unnest(array_agg(product_number)) as product_number)`)}`

/** SQL for the `lines` by buyer, of those of whom they are complete. */
const completeLines = sql`
  select user_id, json_agg(lines order by product_number) as lines from lines group by user_id having ${areComplete}`

// guard: idempotency-keys-claim
const claimed = sql`coalesce(pg_try_advisory_xact_lock(hashtextextended('order ' || user_id || ' ' || key, 0)), true)`

/**
 * Queries, for `with`, that lock the carts of the buyers of `asked` and their products, without waiting: `listed` are the
 * lines of these carts, `lines` those whose products are locked. Left out are buyers who have used the key, or whose checkout
 * runs.
 */
const lockedLines = sql`new as materialized (
    select user_id from asked
    where claimed and not ${hasLiveCheckout(sql`user_id`)} and not exists (
      select from idempotency_keys earlier where earlier.user_id = asked.user_id and earlier.key = asked.key)
  ), ${lockedCarts(sql`select user_id from new`)}, listed as materialized (
    ${linesOfAll(sql`select user_id from cart`)}
  ), lines as materialized (${lockFreeProducts(sql`select * from listed`)})`

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

const checkoutsOf = prepared('order_checkouts', (db, { buyers, keys }: { buyers: string[]; keys: (string | null)[] }) =>
  sql<{ user_id: string; lines: ProductToOrder[] }>`
    with asked as materialized (
      select user_id, key, ${claimed} as claimed from unnest(${buyers}::uuid[], ${keys}::text[]) asked (user_id, key)
    ), ${lockedLines}
    ${completeLines}`.compile(db),
)

/** A checkout that is paid, with the lines that it was begun with. */
interface PaidCheckout {
  buyerId: string
  checkoutId: string
  lines: readonly { product_number: number; quantity: number }[]
}

/**
 * Locks the carts of these buyers, their checkouts and the products of these, without waiting; returns the products by buyer,
 * of those not left out.
 */
export async function lockPaidCheckouts(tx: Tx, paid: readonly PaidCheckout[]): Promise<Map<string, ProductToOrder[]>> {
  const lines = paid.flatMap((checkout) => checkout.lines.map((line) => ({ ...line, buyerId: checkout.buyerId })))
  const rows = await paidCheckoutsOf(tx, {
    buyers: paid.map(({ buyerId }) => buyerId),
    checkouts: paid.map(({ checkoutId }) => checkoutId),
    lineBuyers: lines.map(({ buyerId }) => buyerId),
    numbers: lines.map((line) => line.product_number),
    quantities: lines.map(({ quantity }) => quantity),
  })
  return new Map(rows.map(({ user_id, lines: products }) => [user_id, products]))
}

interface PaidCheckoutsOf {
  /** Of the checkouts, in their order. */
  buyers: string[]
  checkouts: string[]
  /** Of their lines. */
  lineBuyers: string[]
  numbers: number[]
  quantities: number[]
}

const paidCheckoutsOf = prepared('order_checkouts_paid', (db, p: PaidCheckoutsOf) =>
  sql<{ user_id: string; lines: ProductToOrder[] }>`
    with asked as materialized (
      select user_id, checkout_id from unnest(${p.buyers}::uuid[], ${p.checkouts}::uuid[]) asked (user_id, checkout_id)
    ), ${lockedCarts(sql`select user_id from asked`)}, paying as materialized (
      ${lockFreePaying(sql`select checkout_id from asked join cart using (user_id)`)}
    ), listed as materialized (
      select user_id, product_number, quantity
      from unnest(${p.lineBuyers}::uuid[], ${p.numbers}::bigint[], ${p.quantities}::integer[])
        listed (user_id, product_number, quantity)
      where user_id in (select user_id from paying)
    ), lines as (${lockFreeProducts(sql`select * from listed`)})
    ${completeLines}`.compile(db),
)

/** What is ordered of one cart. */
export interface CartToPlace {
  buyerId: string
  /** What the buyer expects to pay, in cents, if the request says so. */
  expectedCents: number | undefined
  shippingAddress: object
  paymentMethod: string
  key: string | undefined
  requestHash: Buffer
}

/** An order that was placed, and what it is made of. */
interface PlacedCart extends Given {
  lines: ProductToOrder[]
}

/**
 * Places the orders of several buyers in one statement, which is a transaction by itself; returns them by buyer. It waits for
 * no cart and no product: it leaves out what needs more than the usual, and what cannot be ordered, and changes nothing of it.
 */
export async function placeCarts(db: Db, carts: readonly CartToPlace[], now: Date): Promise<Map<string, PlacedCart>> {
  const rows = await placeAll(db, {
    now,
    buyers: carts.map(({ buyerId }) => buyerId),
    expected: carts.map(({ expectedCents }) => expectedCents ?? null),
    addresses: carts.map(({ shippingAddress }) => JSON.stringify(shippingAddress)),
    payments: carts.map(({ paymentMethod }) => paymentMethod),
    keys: carts.map(({ key }) => key ?? null),
    hashes: carts.map(({ requestHash }) => requestHash),
  })
  return new Map(rows.map(({ buyer_id, ...placed }) => [buyer_id, placed]))
}

interface PlaceAll {
  now: Date
  /** Of the carts, in their order. */
  buyers: string[]
  expected: (number | null)[]
  addresses: string[]
  payments: string[]
  keys: (string | null)[]
  hashes: Buffer[]
}

const placeAll = prepared('carts_place', (db, p: PlaceAll) => {
  // A product may have come to be counted before it was locked, but after what this statement sees: see is_counted_now.
  const isUncounted = sql`not is_counted_now((select array_agg(product_number) from sold))`
  return sql<PlacedCart & { buyer_id: string }>`
    with asked as materialized (
      select *, ${claimed} as claimed from unnest(
        ${p.buyers}::uuid[], ${p.expected}::bigint[], ${p.addresses}::jsonb[], ${p.payments}::text[], ${p.keys}::text[],
        ${p.hashes}::bytea[]
      ) with ordinality as asked (user_id, expected_cents, address, payment, key, request_hash, place)
    ), ${lockedLines}, complete as materialized (
      select user_id, sum(product_price::numeric * quantity) as total, json_agg(lines order by product_number) as lines,
        jsonb_agg(product_id order by product_number) as products, jsonb_agg(jsonb_build_object(
          'product_id', product_id, 'product_name', product_name, 'unit_price', product_price::numeric,
          'quantity', quantity, 'featured_image', featured_image
        ) order by product_number) as shown
      from lines group by user_id having not bool_or(deleted) and ${areComplete}
    ), wanted as materialized (
      select user_id as buyer_id, total, products, address, payment, key, request_hash,
        jsonb_build_object(
          'total_count', total, 'order_state', 'pending', 'products_id', products, 'buyer_id', user_id,
          'shipping_address', address, 'payment_method', payment, 'lines', shown
        ) as answer,
        row_number() over (order by place) as place
      from complete join asked using (user_id) where expected_cents is null or expected_cents = total * 100
    ), sold as materialized (
      select place, row_number() over (partition by buyer_id order by product_number)::integer as line_number, product_number,
        product_name, product_price::numeric as product_price, quantity
      from lines join wanted on buyer_id = user_id
    ), ${placing({ now: p.now, when: sql`exists (select from wanted) and ${isUncounted}` })},
    ${emptyLockedCarts(sql`select buyer_id from placed`, p.now)}
    select buyer_id, order_id, created_at, lines from placed join complete on user_id = buyer_id`.compile(db)
})

/** The order of a checkout that is paid. */
interface PaidOrder {
  placing: NewOrder
  checkoutId: string
  booking: Booking
}

/**
 * Inserts the orders of checkouts that are paid, ends these, gives their payments the orders, takes their lines from the
 * carts, and commits; returns what the orders were given, by buyer. Empty when one of the products has come to be counted:
 * then nothing was written.
 */
export async function insertPaidOrders(tx: Tx, orders: readonly PaidOrder[], now: Date): Promise<Map<string, Given>> {
  const rows = await placePaidOrders(tx, {
    ...placingsOf(
      orders.map(({ placing }) => placing),
      now,
    ),
    checkouts: orders.map(({ checkoutId }) => checkoutId),
    paymentIds: orders.map(({ booking }) => booking.payment_id),
    refs: orders.map(({ booking }) => booking.provider_ref),
    states: orders.map(({ booking }) => booking.payment_state),
    captured: orders.map(({ booking }) => booking.captured),
    captureAts: orders.map(({ booking }) => booking.capture_at),
  })
  return new Map(rows.map(({ buyer_id, ...given }) => [buyer_id, given]))
}

interface Given {
  order_id: string
  created_at: string
}

function placingsOf(orders: readonly NewOrder[], now: Date): Placing {
  const lines = orders.flatMap((order, index) => order.lines.map((line, place) => ({ ...line, index, place })))
  return {
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
  }
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

/**
 * Returns queries, for `with`, that place the orders `wanted` with the lines `sold`, apart from what clears what they are made
 * of: `placed` has a row for each; none unless `when` is true.
 */
function placing(p: { now: Date; when: RawBuilder<unknown> }): RawBuilder<unknown> {
  const count = sql`(select count(*) from wanted)`
  // guard: orders-counter
  const number = takeNumbersAt('order', { now: p.now, when: p.when, count })
  return sql`numbered as (${number}), placed as (
      insert into orders (
        order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at
      )
      select number - ${count} + place, buyer_id, total, products, address, payment, taken_at
      from numbered, wanted order by place
      returning order_number, order_id, buyer_id, created_at as placed_at,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    ), placed_lines as materialized (
      select buyer_id, order_number, line_number, product_number, product_name, product_price, quantity
      from placed join wanted using (buyer_id) join sold using (place)
    ), listed_lines as (
      insert into order_lines (order_number, line_number, product_number, product_name, unit_price, quantity)
      select order_number, line_number, product_number, product_name, product_price, quantity
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

interface PaidPlacing extends Placing {
  /** Of the orders, in their order: their checkouts, and what their payments become. */
  checkouts: string[]
  paymentIds: string[]
  refs: (string | null)[]
  states: string[]
  captured: string[]
  captureAts: (Date | null)[]
}

/** Returns queries, for `with`, that end the checkouts with what was placed, and book their payments. */
function closedCheckouts(p: PaidPlacing): RawBuilder<unknown> {
  const lines = sql`(select buyer_id as user_id, product_number, quantity from placed_lines)`
  return sql`paid as materialized (
      select order_number, placed_at, paying.*, null::timestamptz as pay_by
      from placed join wanted using (buyer_id) join unnest(
        ${p.checkouts}::uuid[], ${p.paymentIds}::uuid[], ${p.refs}::text[], ${p.states}::text[], ${p.captured}::numeric[],
        ${p.captureAts}::timestamptz[]
      ) with ordinality
        as paying (checkout_id, payment_id, provider_ref, payment_state, captured, capture_at, place) using (place)
    ), ${takeFromLockedCarts(lines, p.now)}, ${closePlaced(sql`paid`)}, ${bookPlaced(sql`paid`)}`
}

const placePaidOrders = prepared(
  'orders_place_paid',
  (db, p: PaidPlacing) =>
    sql<Given & { buyer_id: string }>`
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
      ), ${placing({ now: p.now, when: sql`not ${isCounted(sql`sold`)}` })}, ${closedCheckouts(p)}
      select buyer_id, order_id, created_at from placed`.compile(db),
  { commits: true },
)
