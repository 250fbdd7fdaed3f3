import { type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { SellerDelivery } from '../../../shared/delivery/offers.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'
import { deliveryOf } from '../../shop/catalog/products/card-queries.ts'
import { lockedProducts, type ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { SHOWN_VERSIONS } from '../../shop/site-pages/queries.ts'
import type { SellableStock } from '../../shop/stock/sell.ts'
import { lockedStock } from '../../shop/stock/sell-queries.ts'
import { currentCarts, linesOf, linesOfAll, lockedCarts } from '../cart/queries.ts'
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

function checkoutById(name: string, lock: RawBuilder<unknown>) {
  const read = prepared(name, (db, { buyerId, id }: { buyerId: string; id: string }) =>
    sql<CheckoutRow>`${CHECKOUT} where checkout_id = ${id}::uuid and buyer_id = ${buyerId}::uuid ${lock}`.compile(db),
  )
  return async (db: Db | Tx, buyerId: string, id: string) => (await read(db, { buyerId, id }))[0]
}
export const findCheckout = checkoutById('checkout', sql``)

/** Locks a checkout of a buyer until the transaction ends. The reservations of its lines only count while it is open. */
export const lockCheckout = checkoutById('checkout_lock', sql`for update of checkouts`)

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
  (
    select ${deliveryOf(sql`product.seller_id`)} where not exists (
      select from product earlier where earlier.buyer_id = product.buyer_id and earlier.seller_id = product.seller_id
        and earlier.product_number < product.product_number
    )
  ) as delivery`

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

/**
 * Selects the buyers whose carts it locks, except those who have a running checkout or one under their key. One that began
 * after the statement's snapshot is not seen; the unique indexes of `checkouts` refuse the batch then, and each of its orders is
 * placed by itself. With `exists`, a plan from the time of few checkouts would read all of them each time.
 */
const freeCarts = (buyerIds: string[], keys: (string | null)[]) => sql`
  select user_id from (${currentCarts(buyerIds)}) cart
    join unnest((select ${buyerIds}::uuid[]), (select ${keys}::text[])) wanted (user_id, key) using (user_id)
  where coalesce(
    (select false from checkouts where buyer_id = user_id and checkout_state in ('open', 'paying') limit 1),
    (select false from checkouts where buyer_id = user_id and idempotency_key = key limit 1), true)`

/** Locks carts that no checkout is for, their products and the stock, and returns their lines; skips what is locked. */
export const lockFreeCarts = prepared(
  'purchase_free_carts',
  (db, { buyerIds, keys }: { buyerIds: string[]; keys: (string | null)[] }) => {
    const lines = sql`
      with cart as materialized (${freeCarts(buyerIds, keys)})
      ${cartsToSell(buyerIds)} where user_id in (select user_id from cart)`
    return withStock<CartProduct>(lockedProducts(lines, { waits: false }), sql`*, ${DELIVERY}`).compile(db)
  },
)

export type OrderedProduct = Pick<ProductToOrder, 'product_number' | 'featured_image' | 'visibility'>

/** Locks products, including deleted ones, and their stock. */
export const lockOrdered = prepared('purchase_ordered', (db, { numbers }: { numbers: number[] }) =>
  withStock<OrderedProduct>(
    lockedProducts(sql`select unnest(${numbers}::bigint[]) as product_number`, { waits: true }),
  ).compile(db),
)

type PayingProduct = OrderedProduct & Pick<CheckoutRow, 'checkout_id' | 'payment_method'>

/** Locks the checkouts being paid among those of these lines, their carts, products and stock; skips what is locked. */
export const lockPaying = prepared(
  'purchase_paying',
  (db, { ids, numbers, buyerIds }: { ids: string[]; numbers: number[]; buyerIds: string[] }) => {
    const lines = sql`
      with cart as materialized (${lockedCarts(buyerIds)}), paying as materialized (
        select checkout_id, payment_method from checkouts join cart on buyer_id = user_id
        where checkout_id = any((select ${ids}::uuid[])::uuid[]) and checkout_state = 'paying'
        order by checkout_id for update of checkouts skip locked
      )
      select * from paying join unnest(${ids}::uuid[], ${numbers}::bigint[]) line (checkout_id, product_number)
        using (checkout_id)`
    return withStock<PayingProduct>(lockedProducts(lines, { waits: false })).compile(db)
  },
)

/** Returns the stock in rows of products, once for each. */
export const stockIn = (rows: readonly MaybeCounted[]): SellableStock[] => [
  ...new Map(rows.flatMap((row) => (row.on_hand === null ? [] : [[row.product_number, row]]))).values(),
]

export type NewCheckout = Omit<CheckoutRow, 'order_id' | 'extensions' | 'expires_at' | 'ended_at'>

/** Inserts checkouts of different buyers, and reserves their units. The caller has locked carts, products and stock. */
export async function insertCheckouts(tx: Tx, checkouts: readonly NewCheckout[], now: Date): Promise<CheckoutRow[]> {
  const [inserted] = await insert(tx, { checkouts: JSON.stringify(checkouts), now })
  if (!inserted) throw new Error('checkouts were not inserted')
  return checkouts.map((checkout) => ({ ...checkout, ...inserted, order_id: null, extensions: 0, ended_at: null }))
}

/** The checkouts in a JSON text, with the columns that only orders have. */
const checkoutsIn = (checkouts: string) => sql`
  json_to_recordset(${checkouts}::json) checkout (checkout_id uuid, buyer_id uuid, checkout_state text, shipping_address jsonb,
    payment_method text, total_count numeric, charges jsonb, deliveries jsonb, idempotency_key text, request_hash text,
    products_id jsonb, promised jsonb, payment_id uuid, payment_state text, provider_ref text, captured numeric,
    pay_by timestamptz, capture_at timestamptz, card_brand text, card_last4 text, lines json)`

/** The lines of each of these checkouts. */
const LINES = sql`
  rows from (json_to_recordset(lines) as (product_number bigint, seller_id uuid, product_name text, unit_price numeric,
    amount numeric, quantity integer, reserved integer)) with ordinality
    sold (product_number, seller_id, product_name, unit_price, amount, quantity, reserved, line_number)`

/** `placed` selects the order of each checkout and its time. */
const insertion = (checkouts: RawBuilder<unknown>, now: Date, placed: RawBuilder<unknown>) => sql`
  insert into checkouts (checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count, charges,
    deliveries, idempotency_key, request_hash, expires_at, created_at, terms_version, privacy_version, order_number, ended_at)
  select checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count, charges, deliveries,
    idempotency_key, decode(request_hash, 'hex'),
    ${now}::timestamptz + (select reservation_minutes from settings) * interval '1 minute', ${now}::timestamptz,
    ${SHOWN_VERSIONS.terms_version}, ${SHOWN_VERSIONS.privacy_version}, ${placed}
  from ${checkouts}`

const insert = prepared('checkouts_insert', (db, { checkouts, now }: { checkouts: string; now: Date }) =>
  sql<{ expires_at: Date }>`
    with wanted as materialized (
      select * from ${checkoutsIn(checkouts)}
    ), begun as (
      ${insertion(sql`wanted`, now, sql`null::bigint, null::timestamptz`)} returning expires_at
    ), line as (
      insert into checkout_lines (checkout_id, line_number, product_number, seller_id, product_name, unit_price, amount,
        quantity, reserved)
      select checkout_id, line_number, product_number, seller_id, product_name, unit_price, amount, quantity, reserved
      from wanted, ${LINES} returning product_number, reserved
    ), held as (
      select reserve_stock(array_agg(product_number), array_agg(reserved)) from line where reserved > 0 having count(*) > 0
    )
    select expires_at from begun left join held on true limit 1`.compile(db),
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
export async function endExpired(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with due as materialized (
      select checkout_id from checkouts where checkout_state = 'open' and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )
    select count(*) as ended, end_checkouts(array_agg(checkout_id), ${now}) from due`.execute(db)
  return rows[0]?.ended ?? 0
}

/** SQL for the time when a checkout expires; null for one that is gone. */
export const expiryOf = (checkoutId: RawBuilder<unknown>) =>
  sql<Date | null>`(select expires_at from checkouts where checkouts.checkout_id = ${checkoutId})`

/** Deletes up to `limit` checkouts that ended before a time, with their lines; returns the count. */
export const deleteEndedCheckouts = deletionOf(sql`checkouts`, sql`checkout_id`, sql`ended_at`)

/**
 * Turns checkouts into orders, and commits; without a booking an order is unpaid. The caller has locked their carts, products
 * and stock, and the checkouts that are stored already, none of which has ended.
 */
export function placeCheckouts(
  tx: Tx,
  checkouts: readonly (NewCheckout & Partial<Booking> & { products_id: string[]; promised: object[] })[],
  now: Date,
) {
  return place(tx, { checkouts: JSON.stringify(checkouts), now }, { commits: true })
}

const place = prepared('purchase_place', (db, { checkouts, now }: { checkouts: string; now: Date }) =>
  sql<{ checkout_id: string; order_id: string }>`
    with wanted as materialized (
      select *, nextval('order_numbers') as number from ${checkoutsIn(checkouts)}
    ), line as materialized (
      select number, buyer_id, sold.* from wanted, ${LINES}
    ), closed as (
      ${insertion(sql`wanted`, now, sql`number, ${now}::timestamptz`)}
      on conflict (checkout_id) do update
        set checkout_state = 'placed', order_number = excluded.order_number, ended_at = excluded.ended_at
        where checkouts.ended_at is null
      returning checkout_id, order_number as number, terms_version, privacy_version
    ), placed as (
      insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at,
        terms_version, privacy_version)
      select number, buyer_id, total_count, products_id, shipping_address, payment_method, ${now}::timestamptz,
        closed.terms_version, closed.privacy_version
      from wanted join closed using (number)
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
    ), delivered as (
      insert into order_deliveries
      select delivery.* from wanted, jsonb_array_elements(promised) promise,
        jsonb_populate_record(null::order_deliveries, promise || jsonb_build_object('order_number', number)) delivery
    ), moved as (
      delete from checkout_lines where checkout_id = any(array(select checkout_id from wanted))
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
    select checkout_id, order_id from sold, placed join closed using (number) left join booked on true`.compile(db),
)
