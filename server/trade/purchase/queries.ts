import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import type { Charge } from '../../../shared/pricing/charges.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'
import { linesOf, lockedCarts } from '../cart/queries.ts'
import type { Booking } from '../payments/queries.ts'

// Lock order: the buyer's cart, checkouts, products by number, stock by number.

type Columns = Omit<Selectable<Tables['checkouts']>, 'order_number' | 'created_at' | 'request_hash'>

/** Amounts are exact decimals. */
export interface CheckoutRow extends Omit<Columns, 'charges' | 'shipping_address'> {
  charges: Charge[]
  shipping_address: Record<string, string>
  /** Hexadecimal. */
  request_hash: string | null
  order_id: string | null
  lines: CheckoutLine[]
}

interface CheckoutLine extends Omit<Selectable<Tables['checkout_lines']>, 'checkout_id' | 'line_number'> {
  product_id: string
}

const CHECKOUT = sql`
  select checkout_id, buyer_id, checkout_state, total_count, charges, shipping_address, payment_method,
    encode(request_hash, 'hex') as request_hash, idempotency_key, numbered_id('ORD', order_number) as order_id, extensions,
    expires_at, ended_at, (
      select json_agg(json_build_object(
        'product_number', product_number, 'product_id', numbered_id('PRD', product_number), 'seller_id', seller_id,
        'product_name', product_name, 'unit_price', unit_price::text, 'amount', amount::text, 'quantity', quantity,
        'reserved', reserved
      ) order by line_number)
      from (
        select line_number, product_number, seller_id, product_name, unit_price, amount, quantity, reserved
        from checkout_lines line where line.checkout_id = checkouts.checkout_id
        union all
        select line_number, product_number, seller_id, product_name, unit_price, amount, quantity, 0
        from order_lines line where line.order_number = checkouts.order_number
      ) line
    ) as lines
  from checkouts`

const checkoutById = (name: string, lock: RawBuilder<unknown>) =>
  prepared(name, (db, { buyerId, id }: { buyerId: string; id: string }) =>
    sql<CheckoutRow>`${CHECKOUT} where checkout_id = ${id}::uuid and buyer_id = ${buyerId}::uuid ${lock}`.compile(db),
  )
const find = checkoutById('checkout', sql``)
const lock = checkoutById('checkout_lock', sql`for update of checkouts`)

export async function findCheckout(db: Db | Tx, buyerId: string, id: string): Promise<CheckoutRow | undefined> {
  return (await find(db, { buyerId, id }))[0]
}

/**
 * Locks a checkout of a buyer until the transaction ends. The reservations of its lines only count while it is open.
 */
export async function lockCheckout(tx: Tx, buyerId: string, id: string): Promise<CheckoutRow | undefined> {
  return (await lock(tx, { buyerId, id }))[0]
}

/**
 * Locks those of these checkouts that are being paid, with their carts, and skips locked ones; returns the payment
 * methods by checkout.
 */
export async function lockPaying(
  tx: Tx,
  wanted: { ids: string[]; buyerIds: string[] },
): Promise<Map<string, PaymentMethod>> {
  const rows = await paying(tx, wanted)
  return new Map(rows.map(({ checkout_id, payment_method }) => [checkout_id, payment_method]))
}

const paying = prepared('checkouts_paying', (db, { ids, buyerIds }: { ids: string[]; buyerIds: string[] }) =>
  sql<{ checkout_id: string; payment_method: PaymentMethod }>`
    with cart as materialized (${lockedCarts(buyerIds)})
    select checkout_id, payment_method from checkouts join cart on buyer_id = user_id
    where checkout_id = any((select ${ids}::uuid[])::uuid[]) and checkout_state = 'paying'
    order by checkout_id for update of checkouts skip locked`.compile(db),
)

/**
 * Locks the unlocked carts of these buyers; returns the buyers without a running checkout and without one under their
 * key.
 */
export async function lockCartsToOrder(
  tx: Tx,
  wanted: { buyerIds: string[]; keys: (string | null)[] },
): Promise<Set<string>> {
  const rows = await cartsToOrder(tx, wanted)
  return new Set(rows.flatMap(({ user_id, has_checkout }) => (has_checkout ? [] : [user_id])))
}

const cartsToOrder = prepared(
  'carts_to_order',
  (db, { buyerIds, keys }: { buyerIds: string[]; keys: (string | null)[] }) =>
    sql<{ user_id: string; has_checkout: boolean }>`
      with cart as materialized (${lockedCarts(buyerIds)})
      select user_id, exists (select from checkouts where buyer_id = user_id and checkout_state in ('open', 'paying'))
        or exists (select from checkouts where buyer_id = user_id and idempotency_key = key) as has_checkout
      from cart join unnest((select ${buyerIds}::uuid[]), (select ${keys}::text[])) wanted (user_id, key) using (user_id)`.compile(
      db,
    ),
)

interface Own {
  buyerId: string
  key: string | null
  now: Date
}

/**
 * Locks the buyer's running checkout, the one with the key, and expired ones that hold products of the cart. The caller
 * has locked the cart.
 */
export const lockCheckouts = prepared('checkouts_own_and_expired', (db, { buyerId, key, now }: Own) =>
  sql<CheckoutRow>`
    ${CHECKOUT} where checkout_id in (
      select checkout_id from checkouts where buyer_id = ${buyerId}::uuid and checkout_state in ('open', 'paying')
      union all
      select checkout_id from checkouts where buyer_id = ${buyerId}::uuid and idempotency_key = ${key}::text
      union all
      select checkout_id from (${linesOf(buyerId)}) wanted join checkout_lines using (product_number)
        join checkouts using (checkout_id)
      where reserved > 0 and checkout_state = 'open' and expires_at <= ${now}
    ) order by checkout_id for update of checkouts`.compile(db),
)

export type NewCheckout = Omit<CheckoutRow, 'order_id' | 'extensions' | 'expires_at' | 'ended_at'>

/** Inserts checkouts of different buyers with their lines; returns when each expires. */
export async function insertCheckouts(
  tx: Tx,
  checkouts: readonly NewCheckout[],
  now: Date,
): Promise<Map<string, Date>> {
  const rows = await insert(tx, parametersOf(checkouts, now))
  return new Map(rows.map(({ checkout_id, expires_at }) => [checkout_id, expires_at]))
}

interface CheckoutParameters {
  /** JSON. */
  checkouts: string
  lines: string
  now: Date
}

function parametersOf(checkouts: readonly NewCheckout[], now: Date): CheckoutParameters {
  const lines = checkouts.flatMap(({ checkout_id, lines }) =>
    lines.map((line, index) => ({ ...line, checkout_id, line_number: index + 1 })),
  )
  return {
    now,
    checkouts: JSON.stringify(checkouts.map(({ lines: _, ...checkout }) => checkout)),
    lines: JSON.stringify(lines),
  }
}

/** The checkouts with their bookings; a new one, and one that is not paid, has none. */
const checkoutsIn = ({ checkouts }: CheckoutParameters) => sql`
  json_to_recordset(${checkouts}::json) checkout (checkout_id uuid, buyer_id uuid, checkout_state text, shipping_address jsonb,
    payment_method text, total_count numeric, charges jsonb, idempotency_key text, request_hash text, payment_id uuid,
    payment_state text, provider_ref text, captured numeric, pay_by timestamptz, capture_at timestamptz)`

const linesIn = ({ lines }: CheckoutParameters) => sql`
  json_populate_recordset(null::checkout_lines, ${lines}::json) sold`

/** `order` selects the order of each checkout and its time. */
const insertion = (checkouts: RawBuilder<unknown>, now: Date, order: RawBuilder<unknown>) => sql`
  insert into checkouts (checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count, charges,
    idempotency_key, request_hash, expires_at, created_at, order_number, ended_at)
  select checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count, charges, idempotency_key,
    decode(request_hash, 'hex'), ${now}::timestamptz + (select reservation_minutes from settings) * interval '1 minute', ${now}::timestamptz,
    ${order}
  from ${checkouts}`

const insert = prepared('checkouts_insert', (db, g: CheckoutParameters) =>
  sql<{ checkout_id: string; expires_at: Date }>`
    with begun as (
      ${insertion(checkoutsIn(g), g.now, sql`null::bigint, null::timestamptz`)} returning checkout_id, expires_at
    ), begun_lines as (
      insert into checkout_lines (checkout_id, line_number, product_number, seller_id, product_name, unit_price, amount,
        quantity, reserved)
      select checkout_id, line_number, product_number, seller_id, product_name, unit_price, amount, quantity, reserved
      from ${linesIn(g)}
    )
    select checkout_id, expires_at from begun`.compile(db),
)

/** Updates a locked checkout. */
export async function changeCheckout(tx: Tx, id: string, change: Updateable<Tables['checkouts']>): Promise<void> {
  await tx.updateTable('checkouts').set(change).where('checkout_id', '=', id).execute()
}

/** Ends locked checkouts and releases their reservations; also locks the stock of `others`. */
export async function endCheckouts(tx: Tx, ids: readonly string[], now: Date, others: number[] = []): Promise<void> {
  if (ids.length) await sql`select end_checkouts(${[...ids]}::uuid[], ${now}, ${others}::bigint[])`.execute(tx)
}

export function areCheckoutsDue(now: Date): RawBuilder<boolean> {
  return sql`exists (select from checkouts where checkout_state = 'open' and expires_at <= ${now})`
}

/** Locks up to `limit` expired open checkouts, skipping locked ones; returns their ids. */
export async function lockDueCheckouts(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ checkout_id: string }>`
    select checkout_id from checkouts where checkout_state = 'open' and expires_at <= ${now}
    order by expires_at limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ checkout_id }) => checkout_id)
}

export function areOverdue(now: Date): RawBuilder<boolean> {
  return sql`exists (select from checkouts where checkout_state = 'paying' and expires_at <= ${now})`
}

/** Returns the ids of up to `limit` expired checkouts that are being paid. */
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

/** Deletes up to `limit` checkouts that ended before a time, with their lines; returns the count. */
export const deleteEndedCheckouts = deletionOf(sql`checkouts`, { key: sql`checkout_id`, column: sql`ended_at` })

/** A checkout as it is placed; without a booking its order is unpaid. */
export type CheckoutToPlace = NewCheckout & Partial<Booking>

/**
 * Turns checkouts into orders and commits: numbers, lines, sold units, emptied carts and payments. The caller has locked
 * their carts, products and stock, and those that are stored already. Returns the orders of those not placed or ended yet.
 */
export function placeCheckouts(
  tx: Tx,
  checkouts: readonly CheckoutToPlace[],
  now: Date,
): Promise<{ checkout_id: string; order_id: string }[]> {
  return place(tx, parametersOf(checkouts, now), { commits: true })
}

const place = prepared('purchase_place', (db, g: CheckoutParameters) =>
  sql<{ checkout_id: string; order_id: string }>`
    with wanted as materialized (
      select *, nextval('order_numbers') as number from ${checkoutsIn(g)}
      where not exists (select from checkouts known where known.checkout_id = checkout.checkout_id and ended_at is not null)
    ), line as materialized (
      select number, buyer_id, sold.* from wanted join ${linesIn(g)} using (checkout_id)
    ), placed as (
      insert into orders (
        order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
      select number, buyer_id, total_count, product_ids, shipping_address, payment_method, ${g.now}::timestamptz
      from wanted join (
        select number, jsonb_agg(numbered_id('PRD', product_number) order by line_number) as product_ids
        from line group by number
      ) sold using (number) order by number
      returning order_number as number, order_id
    ), listed as (
      insert into order_lines (
        order_number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount)
      select number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount
      from line order by number, line_number
    ), charged as (
      insert into order_charges (order_number, charge_number, seller_id, kind, amount)
      select number, charge_number, seller_id, kind, 0.01 * amount
      from wanted, rows from (jsonb_to_recordset(charges) as (seller_id uuid, kind text, amount bigint)) with ordinality
        charge (seller_id, kind, amount, charge_number)
    ), closed as (
      ${insertion(sql`wanted`, g.now, sql`number, ${g.now}::timestamptz`)}
      on conflict (checkout_id) do update
        set checkout_state = 'placed', order_number = excluded.order_number, ended_at = excluded.ended_at
    ), moved as (
      delete from checkout_lines using wanted where checkout_lines.checkout_id = wanted.checkout_id
    ), sold as (
      select sell_stock(array_agg(number), array_agg(product_number), array_agg(quantity), array_agg(reserved), ${g.now}),
        raise_sales(array_agg(product_number), array_agg(quantity)),
        take_from_cart(array_agg(buyer_id), array_agg(product_number), array_agg(quantity))
      from line join placed using (number)
    ), booked as (
      select book_orders(array_agg(payment_id), array_agg(number), array_agg(payment_state), array_agg(provider_ref),
        array_agg(captured), array_agg(pay_by), array_agg(capture_at), ${g.now})
      from wanted join placed using (number) where payment_id is not null having count(*) > 0
    )
    select checkout_id, order_id from sold, placed join wanted using (number) left join booked on true`.compile(db),
)
