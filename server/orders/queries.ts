import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import { MAX_ORDERS_LISTED, type PaymentMethod } from '../../shared/orders/constants.ts'
import type { Order, OrderList, ShippingInfo } from '../../shared/orders/schema.ts'

export interface LineToOrder {
  product_number: number
  product_id: string
  product_name: string
  /** Exact decimal. */
  product_price: string
  featured_image: string
  quantity: number
  deleted: boolean
}

/**
 * The cart's lines with their products, locked in the order of their numbers: two orders never wait for each other in a
 * ring.
 */
export async function lockLinesToOrder(tx: Tx, buyerId: string): Promise<LineToOrder[]> {
  return tx
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.product_number', 'cart_lines.product_number')
    .select([
      'products.product_number',
      'products.product_id',
      'products.product_name',
      'products.product_price',
      'products.featured_image',
      'cart_lines.quantity',
    ])
    .select(sql<boolean>`products.deleted_at is not null`.as('deleted'))
    .where('cart_lines.user_id', '=', buyerId)
    .orderBy('products.product_number')
    .forNoKeyUpdate('products')
    .execute()
}

/** The next order number; the counter stays locked until the transaction ends, so none is skipped or used twice. */
export async function takeOrderNumber(tx: Tx): Promise<number> {
  const { last_number } = await tx
    .updateTable('counters')
    .set({ last_number: sql`last_number + 1` })
    .where('name', '=', 'order')
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

export interface NewOrder {
  order_number: number
  buyer_id: string
  /** Exact decimal. */
  total_count: string
  shipping_address: ShippingInfo
  payment_method: PaymentMethod
  created_at: Date
  lines: LineToOrder[]
}

/** Writes the order and its lines; answers its id. */
export async function insertOrder(tx: Tx, { lines, ...order }: NewOrder): Promise<string> {
  const { order_id } = await tx
    .insertInto('orders')
    .values({
      ...order,
      products_id: JSON.stringify(lines.map((line) => line.product_id)),
      shipping_address: JSON.stringify(order.shipping_address),
    })
    .returning('order_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_lines')
    .values(
      lines.map((line, index) => ({
        order_number: order.order_number,
        line_number: index + 1,
        product_number: line.product_number,
        product_name: line.product_name,
        unit_price: line.product_price,
        quantity: line.quantity,
      })),
    )
    .execute()
  return order_id
}

/** Raises `total_sales` of every product of the order by the units sold. */
export async function raiseTotalSales(tx: Tx, orderNumber: number): Promise<void> {
  await tx
    .updateTable('products')
    .from('order_lines')
    .set({ total_sales: sql`products.total_sales + order_lines.quantity` })
    .whereRef('products.product_number', '=', 'order_lines.product_number')
    .where('order_lines.order_number', '=', orderNumber)
    .execute()
}

/** Claims an idempotency key until the transaction ends; answers false when another request holds it. */
export async function claimKey(tx: Tx, buyerId: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`order ${buyerId} ${key}`}, 0)) as claimed`.execute(tx)
  return rows[0]?.claimed === true
}

/** What a buyer's idempotency key was answered, and the hash of the request it came with. */
export async function findKey(
  tx: Tx,
  buyerId: string,
  key: string,
): Promise<{ request_hash: Buffer; answer: Order } | undefined> {
  return tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', buyerId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Keeps the answer to a request under its idempotency key. */
export async function insertKey(
  tx: Tx,
  row: { user_id: string; key: string; request_hash: Buffer; answer: Order; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({ ...row, answer: JSON.stringify(row.answer) })
    .execute()
}

/** Forgets at most `limit` keys that are older than `time`; answers how many. */
export async function deleteKeysOlderThan(db: Db, time: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at < ${time}
      order by created_at limit ${limit} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows)
}

/** An order with its lines and their present pictures; with `buyerId` only when it is that buyer's. */
export async function findOrder(db: Db | Tx, orderId: string, buyerId?: string): Promise<Order | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(['order_number', 'order_id', 'created_at', 'products_id', 'buyer_id', 'order_state'])
    .select(['total_count', 'shipping_address', 'payment_method'])
    .where('order_id', '=', orderId)
    .where((row) => (buyerId === undefined ? row.lit(true) : row('buyer_id', '=', buyerId)))
    .executeTakeFirst()
  if (!order) return undefined
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin('products', 'products.product_number', 'order_lines.product_number')
    .select(['products.product_id', 'order_lines.product_name', 'order_lines.unit_price', 'order_lines.quantity'])
    .select('products.featured_image')
    .where('order_lines.order_number', '=', order.order_number)
    .orderBy('order_lines.line_number')
    .execute()
  const { order_number: _, ...rest } = order
  return {
    ...rest,
    created_at: order.created_at.toISOString(),
    total_count: Number(order.total_count),
    lines: lines.map((line) => ({ ...line, unit_price: Number(line.unit_price) })),
  }
}

/** Whether there is such an order, whoever's it is. */
export async function orderExists(db: Db, orderId: string): Promise<boolean> {
  const order = await db.selectFrom('orders').select('order_id').where('order_id', '=', orderId).executeTakeFirst()
  return order !== undefined
}

/** A buyer's newest orders, at most 1,000, and the figures of all of them. */
export async function listOrders(db: Db, buyerId: string): Promise<OrderList> {
  const orders = await db
    .selectFrom('orders')
    .select(['order_id', 'created_at', 'total_count', 'order_state'])
    .select([sql<number>`count(*) over ()`.as('order_count'), sql<string>`sum(total_count) over ()`.as('total_spend')])
    .where('buyer_id', '=', buyerId)
    .orderBy('order_number', 'desc')
    .limit(MAX_ORDERS_LISTED)
    .execute()
  return {
    orders: orders.map(({ order_id, created_at, total_count, order_state }) => ({
      order_id,
      created_at: created_at.toISOString(),
      total_count: Number(total_count),
      order_state,
    })),
    order_count: orders[0]?.order_count ?? 0,
    total_spend: Number(orders[0]?.total_spend ?? 0),
  }
}
