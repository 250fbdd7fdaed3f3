import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { lockFreeProducts, type ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { hasLiveCheckout } from '../../shop/stock/reservation-queries.ts'
import { linesOfAll } from '../cart/queries.ts'
import { emptyLockedCarts, lockedCarts } from '../cart/several-carts-queries.ts'
import { areComplete, type Given, placing, shownLine } from './placing-queries.ts'

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
  ), lines as materialized (
    select *, product_price::numeric * quantity as amount from (${lockFreeProducts(sql`select * from listed`)}) line
  )`

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

export interface CartToPlace {
  buyerId: string
  /** What the buyer expects to pay, in cents, if the request says so. */
  expectedCents: number | undefined
  shippingAddress: object
  paymentMethod: string
  key: string | undefined
  requestHash: Buffer
}

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

const placeAll = prepared('carts_place', (db, p: PlaceAll) =>
  sql<PlacedCart & { buyer_id: string }>`
    with asked as materialized (
      select *, ${claimed} as claimed from unnest(
        ${p.buyers}::uuid[], ${p.expected}::bigint[], ${p.addresses}::jsonb[], ${p.payments}::text[], ${p.keys}::text[],
        ${p.hashes}::bytea[]
      ) with ordinality as asked (user_id, expected_cents, address, payment, key, request_hash, place)
    ), ${lockedLines}, complete as materialized (
      select user_id, sum(amount) as total, json_agg(lines order by product_number) as lines,
        jsonb_agg(product_id order by product_number) as products,
        jsonb_agg(${shownLine} order by product_number) as shown
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
        seller_id, product_name, product_price::numeric as product_price, quantity, amount
      from lines join wanted on buyer_id = user_id
    ), ${placing(p)},
    ${emptyLockedCarts(sql`select buyer_id from placed`, p.now)}
    select buyer_id, order_id, created_at, lines from placed join complete on user_id = buyer_id`.compile(db),
)
