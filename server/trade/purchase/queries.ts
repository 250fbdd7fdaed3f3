import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import type { CheckoutState } from '../../../shared/stock/constants.ts'
import { deleteExpired } from '../../platform/data/expired-queries.ts'
import { reservationMinutes } from '../../platform/data/settings-queries.ts'
import { lockedProducts, type ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import type { SellableStock } from '../../shop/stock/sell.ts'
import { lockedStock } from '../../shop/stock/sell-queries.ts'
import { linesOf } from '../cart/queries.ts'
import type { Booking } from '../payments/queries.ts'

// Locks are taken in one order everywhere: the buyer's cart, checkouts, products by number, stock by number.

/** A checkout as it is stored. */
export interface CheckoutRow {
  checkout_id: string
  buyer_id: string
  checkout_state: CheckoutState
  /** Exact decimal. */
  total_count: string
  shipping_address: Record<string, string>
  payment_method: PaymentMethod
  /** In hexadecimal digits. */
  request_hash: string | null
  idempotency_key: string | null
  order_id: string | null
  extensions: number
  expires_at: Date
  ended_at: Date | null
  lines: CheckoutLine[]
}

export interface CheckoutLine {
  product_number: number
  product_id: string
  seller_id: string
  product_name: string
  /** Exact decimals. */
  unit_price: string
  amount: string
  quantity: number
  reserved: number
}

const CHECKOUT = sql`
  select checkout_id, buyer_id, checkout_state, total_count, shipping_address, payment_method,
    encode(request_hash, 'hex') as request_hash, idempotency_key, numbered_id('ORD', order_number) as order_id, extensions,
    expires_at, ended_at, (
      select json_agg(json_build_object(
        'product_number', product_number, 'product_id', numbered_id('PRD', product_number), 'seller_id', seller_id,
        'product_name', product_name, 'unit_price', unit_price::text, 'amount', amount::text, 'quantity', quantity,
        'reserved', reserved
      ) order by line_number)
      from checkout_lines line where line.checkout_id = checkouts.checkout_id
    ) as lines
  from checkouts`

/** Returns a checkout of a buyer. */
export async function findCheckout(db: Db | Tx, buyerId: string, id: string): Promise<CheckoutRow | undefined> {
  return (await checkoutById(db, { buyerId, id }))[0]
}

const checkoutById = prepared('checkout', (db, { buyerId, id }: { buyerId: string; id: string }) =>
  sql<CheckoutRow>`${CHECKOUT} where checkout_id = ${id}::uuid and buyer_id = ${buyerId}::uuid`.compile(db),
)

/** Locks a checkout of a buyer until the transaction ends, and returns it. */
export async function lockCheckout(tx: Tx, buyerId: string, id: string): Promise<CheckoutRow | undefined> {
  // Two statements, sent at once: one that began before the lock was free would not see what changed of the lines.
  const [, row] = await Promise.all([lockById(tx, { buyerId, id }), findCheckout(tx, buyerId, id)])
  return row
}

const lockById = prepared('checkout_lock', (db, { buyerId, id }: { buyerId: string; id: string }) =>
  sql`select from checkouts where checkout_id = ${id}::uuid and buyer_id = ${buyerId}::uuid for update`.compile(db),
)

interface Own {
  buyerId: string
  key: string | null
}

interface OwnWithExpired extends Own {
  now: Date
}

const ownCheckouts = ({ buyerId, key }: Own) => sql`
  select checkout_id from checkouts where buyer_id = ${buyerId}::uuid and checkout_state in ('open', 'paying')
  union all
  select checkout_id from checkouts where buyer_id = ${buyerId}::uuid and idempotency_key = ${key}::text`

const lockOwn = prepared('checkouts_own', (db, own: Own) =>
  sql<CheckoutRow>`
    ${CHECKOUT} where checkout_id in (${ownCheckouts(own)}) order by checkout_id for update of checkouts`.compile(db),
)

const lockOwnAndExpired = prepared('checkouts_own_and_expired', (db, own: OwnWithExpired) =>
  sql<CheckoutRow>`
    ${CHECKOUT} where checkout_id in (
      ${ownCheckouts(own)}
      union all
      select checkout_id from (${linesOf(own.buyerId)}) wanted join checkout_lines using (product_number)
        join checkouts using (checkout_id)
      where reserved > 0 and checkout_state = 'open' and expires_at <= ${own.now}
    ) order by checkout_id for update of checkouts`.compile(db),
)

/**
 * Locks the checkout of a buyer that runs and the one that has the key; with `expired` those, too, that have reserved products
 * of the cart although their time is over. The caller has locked the cart.
 */
export function lockCheckouts(
  tx: Tx,
  { expired, ...own }: OwnWithExpired & { expired: boolean },
): Promise<CheckoutRow[]> {
  return expired ? lockOwnAndExpired(tx, own) : lockOwn(tx, own)
}

/** Locks the products of a buyer's cart and returns its lines, those of deleted products included. */
export function lockCartProducts(tx: Tx, buyerId: string): Promise<ProductToOrder[]> {
  return cartProducts(tx, { buyerId })
}

const cartProducts = prepared('purchase_products', (db, { buyerId }: { buyerId: string }) =>
  lockedProducts(linesOf(buyerId)).compile(db),
)

/** Locks the stock of the products of a buyer's cart. */
export function lockCartStock(tx: Tx, buyerId: string): Promise<SellableStock[]> {
  return cartStock(tx, { buyerId })
}

const cartStock = prepared('purchase_stock', (db, { buyerId }: { buyerId: string }) =>
  lockedStock(sql`array(select product_number from (${linesOf(buyerId)}) line)`).compile(db),
)

export type NewCheckout = Omit<CheckoutRow, 'order_id' | 'extensions' | 'expires_at' | 'ended_at'> & {
  request_hash: string
  created_at: Date
}

/** Inserts a checkout with its lines; returns when its time is over. */
export async function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<Date> {
  const { lines, shipping_address, request_hash, ...columns } = checkout
  const [row] = await insert(tx, {
    ...columns,
    address: JSON.stringify(shipping_address),
    hash: Buffer.from(request_hash, 'hex'),
    products: lines.map((line) => line.product_number),
    sellers: lines.map((line) => line.seller_id),
    names: lines.map((line) => line.product_name),
    prices: lines.map((line) => line.unit_price),
    amounts: lines.map((line) => line.amount),
    quantities: lines.map((line) => line.quantity),
    reserved: lines.map((line) => line.reserved),
  })
  if (!row) throw new Error('a checkout was not inserted')
  return row.expires_at
}

interface Inserted extends Omit<NewCheckout, 'lines' | 'shipping_address' | 'request_hash'> {
  address: string
  hash: Buffer
  products: number[]
  sellers: string[]
  names: string[]
  prices: string[]
  amounts: string[]
  quantities: number[]
  reserved: number[]
}

const insert = prepared('checkout_insert', (db, c: Inserted) =>
  sql<{ expires_at: Date }>`
    with begun as (
      insert into checkouts (checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count,
        idempotency_key, request_hash, expires_at, created_at)
      values (${c.checkout_id}, ${c.buyer_id}, ${c.checkout_state}, ${c.address}, ${c.payment_method}, ${c.total_count},
        ${c.idempotency_key}, ${c.hash}, ${c.created_at}::timestamptz + (${reservationMinutes}) * interval '1 minute',
        ${c.created_at}::timestamptz)
      returning checkout_id, expires_at
    ), listed as (
      insert into checkout_lines (checkout_id, line_number, product_number, seller_id, product_name, unit_price, amount,
        quantity, reserved)
      select checkout_id, line_number, product_number, seller_id, product_name, unit_price, amount, quantity, reserved
      from begun, unnest(
        ${c.products}::bigint[], ${c.sellers}::uuid[], ${c.names}::text[], ${c.prices}::numeric[], ${c.amounts}::numeric[],
        ${c.quantities}::integer[], ${c.reserved}::integer[]
      ) with ordinality
        line (product_number, seller_id, product_name, unit_price, amount, quantity, reserved, line_number)
    )
    select expires_at from begun`.compile(db),
)

/** Changes a checkout that is locked. */
export async function changeCheckout(
  tx: Tx,
  id: string,
  change: Partial<{
    extensions: number
    expires_at: Date
    payment_method: PaymentMethod
    idempotency_key: string
    request_hash: Buffer
    checkout_state: 'open' | 'paying'
  }>,
): Promise<void> {
  await tx.updateTable('checkouts').set(change).where('checkout_id', '=', id).execute()
}

/** Ends checkouts that are locked, and releases what they reserved; locks the stock of `others`, too. */
export async function endCheckouts(tx: Tx, ids: readonly string[], now: Date, others: number[] = []): Promise<void> {
  if (ids.length) await sql`select end_checkouts(${[...ids]}::uuid[], ${now}, ${others}::bigint[])`.execute(tx)
}

/** Locks at most `limit` open checkouts whose time is over, apart from those that are locked; returns their ids. */
export async function lockDueCheckouts(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ checkout_id: string }>`
    select checkout_id from checkouts where checkout_state = 'open' and expires_at <= ${now}
    order by expires_at limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ checkout_id }) => checkout_id)
}

/** Returns the ids of at most `limit` checkouts that are being paid although their time is over. */
export async function listOverdue(db: Db, now: Date, limit: number): Promise<string[]> {
  const overdue = await db
    .selectFrom('checkouts')
    .select('checkout_id')
    .where('checkout_state', '=', 'paying')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return overdue.map(({ checkout_id }) => checkout_id)
}

/** Returns the checkout of a buyer that is being paid, if any. */
export async function findPaying(db: Db, buyerId: string): Promise<string | undefined> {
  const paying = await db
    .selectFrom('checkouts')
    .select('checkout_id')
    .where('buyer_id', '=', buyerId)
    .where('checkout_state', '=', 'paying')
    .executeTakeFirst()
  return paying?.checkout_id
}

/** Deletes at most `limit` checkouts that ended before a time, with their lines; returns how many. */
export function deleteEndedCheckouts(db: Db, endedBefore: Date, limit: number): Promise<number> {
  return deleteExpired(db, {
    table: sql`checkouts`,
    key: sql`checkout_id`,
    expired: sql`ended_at < ${endedBefore}`,
    order: sql`ended_at`,
    limit,
  })
}

export interface ToPlace {
  checkout_id: string
  /** Of its payment; without one nothing is paid through the marketplace. */
  booking?: Booking | undefined
}

export interface PlacedRow {
  checkout_id: string
  order_id: string
}

/**
 * Turns checkouts that are locked, with their carts, products and stock, into orders, and commits: numbers, lines, units sold
 * and taken from carts, and payments booked. Returns those that were open or being paid.
 */
export function placeCheckouts(tx: Tx, checkouts: readonly ToPlace[], now: Date): Promise<PlacedRow[]> {
  const bookings = checkouts.map(({ booking }) => booking)
  return place(tx, {
    now,
    ids: checkouts.map(({ checkout_id }) => checkout_id),
    payments: bookings.map((booking) => booking?.payment_id ?? null),
    refs: bookings.map((booking) => booking?.provider_ref ?? null),
    states: bookings.map((booking) => booking?.payment_state ?? null),
    captured: bookings.map((booking) => booking?.captured ?? null),
    payBys: bookings.map((booking) => booking?.pay_by ?? null),
    captureAts: bookings.map((booking) => booking?.capture_at ?? null),
  })
}

interface Placing {
  now: Date
  ids: string[]
  payments: (string | null)[]
  refs: (string | null)[]
  states: (string | null)[]
  captured: (string | null)[]
  payBys: (Date | null)[]
  captureAts: (Date | null)[]
}

/** The lines of a checkout as parallel arrays, for the functions of other modules. */
const soldLines: RawBuilder<unknown> = sql`
  select array_agg(product_number order by line_number) as products, array_agg(quantity order by line_number) as quantities,
    array_agg(reserved order by line_number) as reserved,
    jsonb_agg(numbered_id('PRD', product_number) order by line_number) as product_ids
  from checkout_lines line where line.checkout_id = checkouts.checkout_id`

const place = prepared(
  'purchase_place',
  (db, p: Placing) =>
    sql<PlacedRow>`
      with wanted as materialized (
        select checkouts.*, payment_id, ref, state, captured, pay_by, capture_at, products, quantities, reserved, product_ids,
          nextval('order_numbers') as number
        from checkouts join unnest(${p.ids}::uuid[], ${p.payments}::uuid[], ${p.refs}::text[], ${p.states}::text[],
          ${p.captured}::numeric[], ${p.payBys}::timestamptz[], ${p.captureAts}::timestamptz[]
        ) booking (checkout_id, payment_id, ref, state, captured, pay_by, capture_at) using (checkout_id)
          cross join lateral (${soldLines}) sold
        where checkout_state in ('open', 'paying')
      ), placed as (
        insert into orders (
          order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
        select number, buyer_id, total_count, product_ids, shipping_address, payment_method, ${p.now}::timestamptz
        from wanted order by number
        returning order_number as number, order_id
      ), listed as (
        insert into order_lines (
          order_number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount)
        select number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount
        from wanted join checkout_lines using (checkout_id) order by number, line_number
      ), closed as (
        update checkouts set checkout_state = 'placed', order_number = number, ended_at = ${p.now}
        from wanted where checkouts.checkout_id = wanted.checkout_id
      ), released as (
        update checkout_lines line set reserved = 0
        from wanted where line.checkout_id = wanted.checkout_id and line.reserved > 0
      )
      select checkout_id, order_id, sell_stock(number, products, quantities, reserved, ${p.now}), raise_sales(products, quantities),
        take_from_cart(buyer_id, products, quantities),
        book_order(payment_id, number, state, ref, captured, pay_by, capture_at, ${p.now})
      from placed join wanted using (number)`.compile(db),
  { commits: true },
)
