import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'
import { lockFreeProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { closePlaced, lockFreePaying } from '../../shop/stock/reservation-queries.ts'
import { lockedCarts, takeFromLockedCarts } from '../cart/several-carts-queries.ts'
import { type Booking, bookPlaced } from '../payments/queries.ts'
import type { NewOrder } from './place-order-queries.ts'
import { areComplete, type Given, placing, shownLine } from './placing-queries.ts'

interface PaidOrder {
  placing: NewOrder
  checkoutId: string
  booking: Booking
}

interface PlacedPaid extends Given {
  pictures: Record<string, string>
}

/**
 * Places the orders of checkouts that are paid, of different buyers: ends the checkouts, gives their payments the orders, and
 * takes their lines from the carts, in one statement, which is a transaction by itself. Returns what was placed, by buyer. It
 * waits for no cart, checkout or product: it leaves out what needs more than the usual, and changes nothing of it.
 */
export async function placePaidCheckouts(
  db: Db,
  orders: readonly PaidOrder[],
  now: Date,
): Promise<Map<string, PlacedPaid>> {
  const rows = await placeAllPaid(db, placingsOf(orders, now))
  return new Map(rows.map(({ buyer_id, ...placed }) => [buyer_id, placed]))
}

function placingsOf(orders: readonly PaidOrder[], now: Date): Placing {
  const placings = orders.map(({ placing }) => placing)
  const bookings = orders.map(({ booking }) => booking)
  const lines = orders.flatMap(({ placing: { order, lines } }) =>
    lines.map((line, index) => ({ ...line, buyer: order.buyer_id, index, id: order.products_id[index] ?? '' })),
  )
  return {
    now,
    buyers: placings.map(({ order }) => order.buyer_id),
    checkouts: orders.map(({ checkoutId }) => checkoutId),
    totals: placings.map(({ total }) => total),
    answers: placings.map(({ order }) => JSON.stringify(order)),
    keys: placings.map(({ key }) => key ?? null),
    hashes: placings.map(({ requestHash }) => requestHash),
    paymentIds: bookings.map(({ payment_id }) => payment_id),
    refs: bookings.map(({ provider_ref }) => provider_ref),
    states: bookings.map(({ payment_state }) => payment_state),
    captured: bookings.map(({ captured }) => captured),
    captureAts: bookings.map(({ capture_at }) => capture_at),
    lineBuyers: lines.map(({ buyer }) => buyer),
    lineNumbers: lines.map(({ index }) => index + 1),
    numbers: lines.map((line) => line.product_number),
    sellers: lines.map((line) => line.seller_id),
    ids: lines.map(({ id }) => id),
    names: lines.map((line) => line.product_name),
    prices: lines.map((line) => line.product_price),
    quantities: lines.map((line) => line.quantity),
    amounts: lines.map((line) => line.amount),
  }
}

interface Placing {
  now: Date
  /** Of the orders, in their order: what they are made of, and what their payments become. */
  buyers: string[]
  checkouts: string[]
  totals: string[]
  answers: string[]
  keys: (string | null)[]
  hashes: Buffer[]
  paymentIds: string[]
  refs: (string | null)[]
  states: string[]
  captured: string[]
  captureAts: (Date | null)[]
  /** Of all lines. */
  lineBuyers: string[]
  lineNumbers: number[]
  numbers: number[]
  sellers: string[]
  ids: string[]
  names: string[]
  prices: string[]
  quantities: number[]
  amounts: string[]
}

function closedCheckouts(now: Date): RawBuilder<unknown> {
  const lines = sql`(select buyer_id as user_id, product_number, quantity from placed_lines)`
  return sql`paid as materialized (
      select order_number, placed_at, checkout_id, payment_id, provider_ref, payment_state, captured, capture_at,
        null::timestamptz as pay_by
      from placed join wanted using (buyer_id)
    ), ${takeFromLockedCarts(lines, now)}, ${closePlaced(sql`paid`)}, ${bookPlaced(sql`paid`)}`
}

const placeAllPaid = prepared('carts_place_paid', (db, p: Placing) =>
  sql<PlacedPaid & { buyer_id: string }>`
    with asked as materialized (
      select * from unnest(
        ${p.buyers}::uuid[], ${p.checkouts}::uuid[], ${p.totals}::numeric[], ${p.answers}::jsonb[], ${p.keys}::text[],
        ${p.hashes}::bytea[], ${p.paymentIds}::uuid[], ${p.refs}::text[], ${p.states}::text[], ${p.captured}::numeric[],
        ${p.captureAts}::timestamptz[]
      ) with ordinality as asked (user_id, checkout_id, total, answer, key, request_hash, payment_id, provider_ref,
        payment_state, captured, capture_at, asked_place)
    ), ${lockedCarts(sql`select user_id from asked`)}, paying as materialized (
      ${lockFreePaying(sql`select checkout_id from asked join cart using (user_id)`)}
    ), begun as materialized (
      select * from unnest(
        ${p.lineBuyers}::uuid[], ${p.lineNumbers}::integer[], ${p.numbers}::bigint[], ${p.sellers}::uuid[], ${p.ids}::text[],
        ${p.names}::text[], ${p.prices}::numeric[], ${p.quantities}::integer[], ${p.amounts}::numeric[]
      ) begun (
        user_id, line_number, product_number, seller_id, product_id, product_name, product_price, quantity, amount
      )
      where user_id in (select user_id from paying)
    ), listed as materialized (select user_id, product_number, quantity from begun),
    lines as materialized (${lockFreeProducts(sql`select * from listed`)}), complete as materialized (
      select user_id, jsonb_object_agg(product_id, featured_image) as pictures,
        jsonb_agg(${shownLine} order by line_number) as shown
      from (select begun.*, featured_image from begun join lines using (user_id, product_number)) lines
      group by user_id having ${areComplete}
    ), wanted as materialized (
      select user_id as buyer_id, asked.*, answer -> 'products_id' as products, answer -> 'shipping_address' as address,
        answer ->> 'payment_method' as payment, row_number() over (order by asked_place) as place
      from (
        select user_id, checkout_id, total, answer || jsonb_build_object('lines', shown) as answer, key, request_hash,
          payment_id, provider_ref, payment_state, captured, capture_at, asked_place
        from asked join complete using (user_id)
      ) asked
    ), sold as materialized (
      select place, line_number, product_number, seller_id, product_name, product_price, quantity, amount
      from begun join wanted using (user_id)
    ), ${placing(p)}, ${closedCheckouts(p.now)}
    select buyer_id, order_id, created_at, pictures from placed join complete on user_id = buyer_id`.compile(db),
)
