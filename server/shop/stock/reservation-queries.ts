import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import type { CheckoutState } from '../../../shared/stock/constants.ts'
import { deleteExpired } from '../../platform/data/expired-queries.ts'

// Locks are taken in one order everywhere: the buyer's cart, checkouts, products by number, stock by number.

/** SQL for whether a buyer has a checkout that runs. */
export function hasLiveCheckout(buyerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from checkouts where buyer_id = ${buyerId} and checkout_state in ('open', 'paying'))`
}

/** Locks expired checkouts with these products, and the open one of `buyerId`; those in `paying` are not given back. */
export async function lockEndedCheckouts(
  tx: Tx,
  { productNumbers, now, buyerId = null }: { productNumbers: number[]; now: Date; buyerId?: string | null },
): Promise<string[]> {
  const rows = await endedCheckouts(tx, { productNumbers, now, buyerId })
  return rows.map(({ checkout_id }) => checkout_id)
}

interface Ended {
  productNumbers: number[]
  now: Date
  buyerId: string | null
}

const endedCheckouts = prepared('ended_checkouts', (db, { productNumbers, now, buyerId }: Ended) =>
  sql<{ checkout_id: string }>`
    select checkout_id from checkouts
    where checkout_state = 'open' and checkout_id in (
      select checkout_id from checkout_lines join checkouts using (checkout_id)
      where reserved > 0 and product_number = any(${productNumbers}::bigint[])
        and checkout_state = 'open' and expires_at <= ${now}
      union all
      select checkout_id from checkouts where buyer_id = ${buyerId}::uuid and checkout_state in ('open', 'paying')
    )
    order by checkout_id for update`.compile(db),
)

/** Locks at most `limit` open checkouts whose time is over, apart from those that are locked; returns their ids. */
export async function lockDueCheckouts(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ checkout_id: string }>`
    select checkout_id from checkouts where checkout_state = 'open' and expires_at <= ${now}
    order by expires_at limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ checkout_id }) => checkout_id)
}

/** Ends locked checkouts and releases what they reserved; locks the stock of `productNumbers`, too. */
export async function endCheckouts(
  tx: Tx,
  { ids, now, productNumbers = [] }: { ids: string[]; now: Date; productNumbers?: number[] },
): Promise<void> {
  if (!ids.length) return
  await sql`
    select from stock where product_number in (
      select product_number from checkout_lines where checkout_id = any(${ids}::uuid[]) and reserved > 0
      union select unnest(${productNumbers}::bigint[])
    ) order by product_number for no key update`.execute(tx)
  await sql`
    with lines as (
      select product_number, sum(reserved) as units from checkout_lines
      where checkout_id = any(${ids}::uuid[]) and reserved > 0 group by product_number
    ), released as (
      update stock set reserved = stock.reserved - units from lines where stock.product_number = lines.product_number
    ), forgotten as (
      update checkout_lines set reserved = 0 where checkout_id = any(${ids}::uuid[]) and reserved > 0
    )
    update checkouts set ended_at = ${now},
      checkout_state = case when expires_at <= ${now} then 'expired' else 'abandoned' end
    where checkout_id = any(${ids}::uuid[])`.execute(tx)
}

/** A checkout as it is stored. */
export interface CheckoutRow {
  checkout_id: string
  checkout_state: CheckoutState
  /** Exact decimal. */
  total_count: string
  shipping_address: Record<string, string>
  payment_method: string
  request_hash: string | null
  idempotency_key: string | null
  order_id: string | null
  extensions: number
  expires_at: Date
  lines: CheckoutLineRow[]
}

interface CheckoutLineRow {
  product_number: number
  product_id: string
  seller_id: string
  product_name: string
  /** Exact decimal. */
  unit_price: string
  quantity: number
  /** Exact decimal. */
  amount: string
  reserved: number
}

const CHECKOUT = sql`
  select checkout_id, checkout_state, total_count, shipping_address, payment_method,
    encode(request_hash, 'hex') as request_hash, idempotency_key, numbered_id('ORD', order_number) as order_id, extensions, expires_at, (
      select json_agg(json_build_object(
        'product_number', product_number, 'product_id', numbered_id('PRD', product_number), 'seller_id', seller_id,
        'product_name', product_name, 'unit_price', unit_price::text, 'quantity', quantity, 'amount', amount::text,
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
export async function lockCheckoutRow(tx: Tx, buyerId: string, id: string): Promise<CheckoutRow | undefined> {
  // Two statements, sent at once: one that began before the lock was free would not see what changed of the lines.
  const [, row] = await Promise.all([lockById(tx, { buyerId, id }), findCheckout(tx, buyerId, id)])
  return row
}

/** Locks a checkout of a buyer whose lines are known; returns what may have changed. */
export async function lockCheckoutState(tx: Tx, buyerId: string, id: string): Promise<CheckoutStateRow | undefined> {
  return (await lockById(tx, { buyerId, id }))[0]
}

type CheckoutStateRow = Pick<CheckoutRow, 'checkout_state' | 'order_id'>

const lockById = prepared('checkout_lock', (db, { buyerId, id }: { buyerId: string; id: string }) =>
  sql<CheckoutStateRow>`
    select checkout_state, numbered_id('ORD', order_number) as order_id from checkouts
    where checkout_id = ${id}::uuid and buyer_id = ${buyerId}::uuid for update`.compile(db),
)

/** Returns the checkout of a buyer that runs, and the one that has an idempotency key. The caller has locked the cart. */
export async function findCheckoutsOf(
  tx: Tx,
  buyerId: string,
  key: string | undefined,
): Promise<{ live: CheckoutRow | undefined; keyed: CheckoutRow | undefined }> {
  const [live] = await liveCheckout(tx, { buyerId })
  if (key === undefined) return { live, keyed: undefined }
  const { rows: keyed } = await sql<CheckoutRow>`
    ${CHECKOUT} where buyer_id = ${buyerId}::uuid and idempotency_key = ${key}`.execute(tx)
  return { live, keyed: keyed[0] }
}

/** Returns whether a checkout of the buyer has this idempotency key. */
export async function isCheckoutKey(tx: Tx, buyerId: string, key: string): Promise<boolean> {
  return (await keyedCheckout(tx, { buyerId, key })).length > 0
}

const keyedCheckout = prepared('checkout_keyed', (db, { buyerId, key }: { buyerId: string; key: string }) =>
  sql`select from checkouts where buyer_id = ${buyerId}::uuid and idempotency_key = ${key}`.compile(db),
)

/** Returns those of these buyers of whom a checkout has their key. */
export async function listKeyed(
  tx: Tx,
  asked: readonly { buyerId: string; key: string | undefined }[],
): Promise<Set<string>> {
  const keyed = asked.flatMap(({ buyerId, key }) => (key === undefined ? [] : [{ buyerId, key }]))
  if (!keyed.length) return new Set()
  const rows = await keyedBuyers(tx, {
    buyers: keyed.map(({ buyerId }) => buyerId),
    keys: keyed.map(({ key }) => key),
  })
  return new Set(rows.map(({ buyer_id }) => buyer_id))
}

const keyedBuyers = prepared('checkouts_keyed', (db, { buyers, keys }: { buyers: string[]; keys: string[] }) =>
  sql<{ buyer_id: string }>`
    select buyer_id from unnest(${buyers}::uuid[], ${keys}::text[]) asked (buyer_id, idempotency_key)
    join checkouts using (buyer_id, idempotency_key)`.compile(db),
)

const liveCheckout = prepared('checkout_live', (db, { buyerId }: { buyerId: string }) =>
  sql<CheckoutRow>`${CHECKOUT} where buyer_id = ${buyerId}::uuid and checkout_state in ('open', 'paying')`.compile(db),
)

/** Extends the reservation of a checkout that is locked, and sets how it will be paid and which request is its repeat. */
export async function changeCheckout(
  tx: Tx,
  id: string,
  change: Partial<{
    extensions: number
    expires_at: Date
    payment_method: PaymentMethod
    idempotency_key: string
    request_hash: Buffer
  }>,
): Promise<void> {
  await tx.updateTable('checkouts').set(change).where('checkout_id', '=', id).execute()
}

/** Marks a checkout that is locked as being paid, or as open again once no money can come for it. */
export async function setCheckoutState(tx: Tx, id: string, state: 'open' | 'paying'): Promise<void> {
  await setState(tx, { id, state })
}

const setState = prepared('checkout_state', (db, { id, state }: { id: string; state: 'open' | 'paying' }) =>
  db.updateTable('checkouts').set({ checkout_state: state }).where('checkout_id', '=', id).compile(),
)

/** Returns the ids of at most `limit` checkouts that are being paid although their time is over. */
export async function listOverduePayments(db: Db, now: Date, limit: number): Promise<string[]> {
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

/** Returns SQL that locks these checkouts that are being paid, apart from those that others have locked. */
export function lockFreePaying(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select checkout_id, buyer_id as user_id from checkouts
    where checkout_id in (${ids}) and checkout_state = 'paying'
    order by checkout_id for update of checkouts skip locked`
}

/** Returns statements, for `with`, that end checkouts with their orders: rows of `checkout_id`, `order_number` and `placed_at`. */
export function closePlaced(placed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`closed as (
      update checkouts set checkout_state = 'placed', order_number = placed.order_number, ended_at = placed_at
      from ${placed} placed where checkouts.checkout_id = placed.checkout_id
    ), forgotten as (
      update checkout_lines set reserved = 0
      from ${placed} placed where checkout_lines.checkout_id = placed.checkout_id and reserved > 0
    )`
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
