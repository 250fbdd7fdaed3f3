import { type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { SellerDelivery } from '../../../shared/delivery/offers.ts'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'
import type { OrderedProduct, ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { lockedProducts, orderedProductsLocked } from '../../shop/catalog/products/purchase-queries.ts'
import { hasMethods } from '../../shop/delivery/queries.ts'
import { SHOWN_VERSIONS } from '../../shop/site-pages/queries.ts'
import type { SellableStock } from '../../shop/stock/sell.ts'
import { lockedStock, reserveUnits } from '../../shop/stock/sell-queries.ts'
import { linesOf, linesOfAll, lockedCarts } from '../cart/queries.ts'
import type { Booking } from '../payments/queries.ts'

// Lock order: the buyer's cart, checkouts, products by number, stock by number.

/** Amounts are exact decimals. */
export interface CheckoutRow
  extends Omit<
    Selectable<Tables['checkouts']>,
    'order_number' | 'created_at' | 'request_hash' | 'terms_version' | 'privacy_version'
  > {
  /** Hexadecimal. */
  request_hash: string | null
  order_id: string | null
  lines: CheckoutLine[]
}

interface CheckoutLine extends Omit<Selectable<Tables['checkout_lines']>, 'checkout_id' | 'line_number'> {
  product_id: string
}

const CHECKOUT = sql`
  select checkout_id, buyer_id, checkout_state, total_count, charges, deliveries, shipping_address, payment_method,
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

export const findCheckout = async (db: Db | Tx, buyerId: string, id: string) => (await find(db, { buyerId, id }))[0]

/** Locks a checkout of a buyer until the transaction ends. The reservations of its lines only count while it is open. */
export const lockCheckout = async (tx: Tx, buyerId: string, id: string) => (await lock(tx, { buyerId, id }))[0]

/** Locks the checkouts being paid among these, with their carts, and skips locked ones. */
export const lockPaying = prepared('checkouts_paying', (db, { ids, buyerIds }: { ids: string[]; buyerIds: string[] }) =>
  sql<{ checkout_id: string; payment_method: PaymentMethod }>`
    with cart as materialized (${lockedCarts(buyerIds)})
    select checkout_id, payment_method from checkouts join cart on buyer_id = user_id
    where checkout_id = any((select ${ids}::uuid[])::uuid[]) and checkout_state = 'paying'
    order by checkout_id for update of checkouts skip locked`.compile(db),
)

/** Locks the unlocked carts of these buyers; a running checkout, or one under the buyer's key, is reported. */
export const lockCartsToOrder = prepared(
  'carts_to_order',
  (db, { buyerIds, keys }: { buyerIds: string[]; keys: (string | null)[] }) =>
    sql<{ user_id: string; has_checkout: boolean }>`
      with cart as materialized (${lockedCarts(buyerIds)})
      select user_id, exists (select from checkouts where buyer_id = user_id and checkout_state in ('open', 'paying'))
        or exists (select from checkouts where buyer_id = user_id and idempotency_key = key) as has_checkout
      from cart join unnest((select ${buyerIds}::uuid[]), (select ${keys}::text[])) wanted (user_id, key)
        using (user_id)`.compile(db),
)

/**
 * Locks the buyer's running checkout, the one with the key, and expired ones that hold products of the cart. The caller
 * has locked the cart. With `in` PostgreSQL would leave out all but one of the rows that are updated while it waits.
 */
export const lockCheckouts = prepared(
  'checkouts_own_and_expired',
  (db, { buyerId, key, now }: { buyerId: string; key: string | null; now: Date }) =>
    sql<CheckoutRow>`
      ${CHECKOUT} where checkout_id = any(array(
        select checkout_id from checkouts where buyer_id = ${buyerId}::uuid and checkout_state in ('open', 'paying')
        union all
        select checkout_id from checkouts where buyer_id = ${buyerId}::uuid and idempotency_key = ${key}::text
        union all
        select checkout_id from (${linesOf(buyerId)}) wanted join checkout_lines using (product_number)
          join checkouts using (checkout_id)
        where reserved > 0 and checkout_state = 'open' and expires_at <= ${now}
      )) order by checkout_id for update of checkouts`.compile(db),
)

export interface CartProduct extends ProductToOrder {
  buyer_id: string
  /** Null for sellers without methods, and in all but the first line of a seller. */
  delivery: SellerDelivery | null
  /** The number of lines of the buyer's cart. */
  in_cart: number
}

const cartsToSell = (buyerIds: string[]) => sql`
  select user_id as buyer_id, (count(*) over (partition by user_id))::integer as in_cart, product_number, quantity, created_at
  from (${linesOfAll(buyerIds)}) line`

/** SQL for the delivery of a row's seller in `product`, once for each buyer: some sellers have thousands of destinations. */
const DELIVERY = sql`
  case when ${hasMethods(sql`product.seller_id`)} then (
    select delivery_of(product.seller_id) where not exists (
      select from product earlier where earlier.buyer_id = product.buyer_id and earlier.seller_id = product.seller_id
        and earlier.product_number < product.product_number
    )
  ) end as delivery`

/** Locks the products of locked carts, and returns the carts' lines, including those of deleted products. */
export const lockCartProducts = prepared('purchase_products', (db, { buyerIds }: { buyerIds: string[] }) =>
  sql<CartProduct>`
    with product as materialized (${lockedProducts(cartsToSell(buyerIds), { waits: true })})
    select *, ${DELIVERY} from product order by product_number`.compile(db),
)

type MaybeCounted = SellableStock | { product_number: number; on_hand: null }

/** Returns SQL that locks products, then their stock, and returns both by number; untracked products have no stock. */
const withStock = <Product>(products: RawBuilder<unknown>, columns = sql`*`) => sql<Product & MaybeCounted>`
  with product as materialized (${products}),
  counted as materialized (${lockedStock(sql`array(select product_number from product)`)})
  select ${columns} from product left join counted using (product_number) order by product_number`

/** Does the same as `lockCartProducts`, skipping locked products. */
export const lockFreeProducts = prepared('purchase_free_products', (db, { buyerIds }: { buyerIds: string[] }) =>
  withStock<CartProduct>(lockedProducts(cartsToSell(buyerIds), { waits: false }), sql`*, ${DELIVERY}`).compile(db),
)

/** Locks products and their stock. */
export const lockOrdered = prepared('purchase_ordered', (db, { numbers }: { numbers: number[] }) =>
  withStock<OrderedProduct>(orderedProductsLocked(numbers, { waits: true })).compile(db),
)

/** Locks unlocked products and their stock. */
export const lockFreeOrdered = prepared('purchase_free_ordered', (db, { numbers }: { numbers: number[] }) =>
  withStock<OrderedProduct>(orderedProductsLocked(numbers, { waits: false })).compile(db),
)

/** Returns the stock in rows of products, once for each. */
export const stockIn = (rows: readonly MaybeCounted[]): SellableStock[] => [
  ...new Map(rows.flatMap((row) => (row.on_hand === null ? [] : [[row.product_number, row]]))).values(),
]

export type NewCheckout = Omit<CheckoutRow, 'order_id' | 'extensions' | 'expires_at' | 'ended_at'>

/** Inserts checkouts of different buyers, and reserves their units. The caller has locked carts, products and stock. */
export async function insertCheckouts(tx: Tx, checkouts: readonly NewCheckout[], now: Date): Promise<CheckoutRow[]> {
  const begun = { checkouts: JSON.stringify(checkouts), now }
  const lines = checkouts.flatMap((checkout) => checkout.lines)
  // Pipelined, so in this order.
  const [[inserted]] = await Promise.all([insert(tx, begun), reserveUnits(tx, lines)])
  if (!inserted) throw new Error('checkouts were not inserted')
  return checkouts.map((checkout) => ({ ...checkout, ...inserted, order_id: null, extensions: 0, ended_at: null }))
}

/** The checkouts in a JSON text, with their bookings; new and unpaid ones have none. */
const checkoutsIn = (checkouts: string) => sql`
  json_to_recordset(${checkouts}::json) checkout (checkout_id uuid, buyer_id uuid, checkout_state text, shipping_address jsonb,
    payment_method text, total_count numeric, charges jsonb, deliveries jsonb, idempotency_key text, request_hash text,
    payment_id uuid, payment_state text, provider_ref text, captured numeric, pay_by timestamptz, capture_at timestamptz, card_brand text,
    card_last4 text, lines json)`

/** The lines of each of these checkouts. */
const LINES = sql`
  rows from (json_to_recordset(lines) as (product_number bigint, seller_id uuid, product_name text, unit_price numeric,
    amount numeric, quantity integer, reserved integer)) with ordinality
    sold (product_number, seller_id, product_name, unit_price, amount, quantity, reserved, line_number)`

const { terms_version, privacy_version } = SHOWN_VERSIONS

/** `more` selects the order of each checkout and its time, and the versions of the terms and the policy. */
const insertion = (checkouts: RawBuilder<unknown>, now: Date, more: RawBuilder<unknown>) => sql`
  insert into checkouts (checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count, charges,
    deliveries, idempotency_key, request_hash, expires_at, created_at, order_number, ended_at,
    terms_version, privacy_version)
  select checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count, charges, deliveries,
    idempotency_key, decode(request_hash, 'hex'), ${now}::timestamptz + (select reservation_minutes from settings) * interval '1 minute', ${now}::timestamptz,
    ${more}
  from ${checkouts}`

const insert = prepared('checkouts_insert', (db, { checkouts, now }: { checkouts: string; now: Date }) =>
  sql<{ expires_at: Date }>`
    with begun as (
      ${insertion(checkoutsIn(checkouts), now, sql`null::bigint, null::timestamptz, ${terms_version}, ${privacy_version}`)}
      returning expires_at
    ), begun_lines as (
      insert into checkout_lines (checkout_id, line_number, product_number, seller_id, product_name, unit_price, amount,
        quantity, reserved)
      select checkout_id, line_number, product_number, seller_id, product_name, unit_price, amount, quantity, reserved
      from ${checkoutsIn(checkouts)}, ${LINES}
    )
    select expires_at from begun limit 1`.compile(db),
)

/** Updates a locked checkout. */
export async function changeCheckout(tx: Tx, id: string, change: UpdateObject<Tables, 'checkouts'>): Promise<void> {
  await tx.updateTable('checkouts').set(change).where('checkout_id', '=', id).execute()
}

/** Ends locked checkouts and releases their reservations; also locks the stock of `others`. */
export async function endCheckouts(tx: Tx, ids: readonly string[], now: Date, others: number[] = []): Promise<void> {
  if (ids.length) await sql`select end_checkouts(${[...ids]}::uuid[], ${now}, ${others}::bigint[])`.execute(tx)
}

export const areCheckoutsDue = (now: Date) =>
  sql<boolean>`exists (select from checkouts where checkout_state = 'open' and expires_at <= ${now})`

/** Ends up to `limit` expired open checkouts, skipping locked ones; returns the count. */
export async function endExpired(tx: Tx, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ checkout_id: string }>`
    select checkout_id from checkouts where checkout_state = 'open' and expires_at <= ${now}
    order by expires_at limit ${limit} for update skip locked`.execute(tx)
  const ids = rows.map(({ checkout_id }) => checkout_id)
  await endCheckouts(tx, ids, now)
  return ids.length
}

/** Selects the expired checkouts that are being paid. */
export const overdueCheckouts = (now: Date) => sql`
  select checkout_id from checkouts where checkout_state = 'paying' and expires_at <= ${now} order by expires_at`

export const areOverdue = (now: Date) => sql<boolean>`exists (${overdueCheckouts(now)})`

/** Deletes up to `limit` checkouts that ended before a time, with their lines; returns the count. */
export const deleteEndedCheckouts = deletionOf(sql`checkouts`, { key: sql`checkout_id`, column: sql`ended_at` })

/**
 * Turns checkouts into orders and commits: numbers, lines, sold units, emptied carts and payments. The caller has locked
 * their carts, products and stock, and the checkouts that are stored already. Without a booking an order is unpaid. Returns
 * the orders of checkouts that were not yet placed or ended.
 */
export function placeCheckouts(tx: Tx, checkouts: readonly (NewCheckout & Partial<Booking>)[], now: Date) {
  return place(tx, { checkouts: JSON.stringify(checkouts), now }, { commits: true })
}

const place = prepared('purchase_place', (db, { checkouts, now }: { checkouts: string; now: Date }) =>
  sql<{ checkout_id: string; order_id: string }>`
    with wanted as materialized (
      select checkout.*, nextval('order_numbers') as number,
        case when known.checkout_id is null then ${terms_version} else known.terms_version end as terms_version,
        case when known.checkout_id is null then ${privacy_version} else known.privacy_version end as privacy_version
      from ${checkoutsIn(checkouts)} left join checkouts known using (checkout_id) where known.ended_at is null
    ), line as materialized (
      select number, buyer_id, sold.* from wanted, ${LINES}
    ), placed as (
      insert into orders (
        order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at, terms_version,
        privacy_version)
      select number, buyer_id, total_count, product_ids, shipping_address, payment_method, ${now}::timestamptz,
        terms_version, privacy_version
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
    ), promised as (
      insert into order_deliveries (order_number, seller_id, method_id, name, kind, amount, cheapest, country, destinations,
        other_destinations, pickup_address, dispatch_days, away_until, days_from, days_to, arrives_from, arrives_to)
      select number, seller_id, method_id, name, kind, 0.01 * amount, 0.01 * cheapest, country, destinations,
        other_destinations, pickup_address, dispatch_days, away_until, days_from, days_to, ship_by + days_from, ship_by + days_to
      from wanted, jsonb_to_recordset(deliveries) delivery (seller_id uuid, method_id uuid, name text, kind text,
        amount bigint, cheapest bigint, country text, destinations text[], other_destinations text[],
        pickup_address text, dispatch_days integer, away_until date, days_from integer, days_to integer), lateral (
          -- Nothing is promised before a bank transfer has come.
          select case when kind <> 'none' and payment_state is distinct from 'awaiting_transfer'
            then dispatch_day(market_day(${now}::timestamptz), dispatch_days, away_until) end as ship_by
        ) dispatched
    ), closed as (
      ${insertion(sql`wanted`, now, sql`number, ${now}::timestamptz, terms_version, privacy_version`)}
      on conflict (checkout_id) do update
        set checkout_state = 'placed', order_number = excluded.order_number, ended_at = excluded.ended_at
    ), moved as (
      delete from checkout_lines using wanted where checkout_lines.checkout_id = wanted.checkout_id
    ), sold as (
      select sell_stock(array_agg(number), array_agg(product_number), array_agg(quantity), array_agg(reserved), ${now}),
        raise_sales(array_agg(product_number), array_agg(quantity)),
        take_from_cart(array_agg(buyer_id), array_agg(product_number), array_agg(quantity))
      from line join placed using (number)
    ), booked as (
      select book_orders(array_agg(payment_id), array_agg(number), array_agg(payment_state), array_agg(provider_ref),
        array_agg(captured), array_agg(pay_by), array_agg(capture_at), array_agg(card_brand), array_agg(card_last4), ${now})
      from wanted join placed using (number) where payment_id is not null having count(*) > 0
    )
    select checkout_id, order_id from sold, placed join wanted using (number) left join booked on true`.compile(db),
)
