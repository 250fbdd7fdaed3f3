import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Declared } from '../../../shared/catalog/seller-schema.ts'
import { isStopped, sellerOrderId } from '../../../shared/fulfilment/rules.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { withIsoTimes } from '../../platform/data/columns.ts'
import { orderedProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { DELIVERY_OF_SELLER_ORDER, LISTED_CHARGES_OF_SELLER_ORDER } from './charge-queries.ts'
import { LINE_COLUMNS } from './order-columns.ts'

export type SellerOrderRow = Omit<FullSellerOrder, 'shipments' | 'returns'> & {
  order_number: number
  seller_id: string
  buyer_id: string
  /** Null if the seller had no page. */
  sold_by: Declared | null
}

/** Returns the seller orders of orders, in the given order, then by number; with `sellerId` only that seller's. */
export async function readSellerOrders(
  db: Db | Tx,
  orderNumbers: readonly number[],
  sellerId?: string,
): Promise<SellerOrderRow[]> {
  if (!orderNumbers.length) return []
  const wanted = { numbers: orderNumbers, sellerId: sellerId ?? null }
  const [sellerOrders, lines] = [await findSellerOrders(db, wanted), await findLines(db, wanted)]
  const bySellerOrder = Map.groupBy(lines, (line) => `${line.order_number} ${line.seller_id}`)
  const places = new Map(orderNumbers.map((number, place) => [number, place]))
  const rows = sellerOrders.map((sellerOrder) =>
    toRow(sellerOrder, bySellerOrder.get(`${sellerOrder.order_number} ${sellerOrder.seller_id}`) ?? []),
  )
  return rows.sort(
    (a, b) =>
      (places.get(a.order_number) ?? 0) - (places.get(b.order_number) ?? 0) ||
      a.number - b.number ||
      (a.lines[0]?.line_number ?? 0) - (b.lines[0]?.line_number ?? 0),
  )
}

interface Wanted {
  numbers: readonly number[]
  /** Null for those of all sellers. */
  sellerId: string | null
}

const findSellerOrders = prepared('seller_orders', (db, { numbers, sellerId }: Wanted) =>
  db
    .selectFrom('seller_orders')
    .innerJoin('orders', 'orders.order_number', 'seller_orders.order_number')
    .select(['orders.order_number', 'order_id', 'buyer_id', 'created_at', 'order_state', 'state_source'])
    .select(['seller_id', 'number', 'state', 'goods', 'cancelled_goods', 'returned_goods', 'revision', 'sold_by'])
    .select(['previous_address', 'cancel_requested_at', 'cancel_note', 'cancel_lines'])
    .select(['confirmed_at', 'shipped_at', 'delivered_at', 'ended_at'])
    .select(['hold', LISTED_CHARGES_OF_SELLER_ORDER.as('charges'), DELIVERY_OF_SELLER_ORDER.as('delivery')])
    .select((row) => row.fn.coalesce('seller_orders.shipping_address', 'orders.shipping_address').as('address'))
    .select(sql<string | null>`to_char(ship_by, 'YYYY-MM-DD')`.as('ship_by'))
    .where('seller_orders.order_number', '=', sql<number>`any((select ${numbers}::bigint[])::bigint[])`)
    .where('seller_id', '=', sql<string>`coalesce(${sellerId}::uuid, seller_id)`)
    .compile(),
)

const findLines = prepared('seller_order_lines', (db, { numbers, sellerId }: Wanted) =>
  db
    .selectFrom('order_lines')
    .innerJoin(orderedProducts().as('product'), 'product.product_number', 'order_lines.product_number')
    .select(['order_number', 'seller_id', 'line_number', 'cancelled', 'sent', 'returned_units'])
    .select(LINE_COLUMNS)
    .where('order_number', '=', sql<number>`any((select ${numbers}::bigint[])::bigint[])`)
    .where('seller_id', '=', sql<string>`coalesce(${sellerId}::uuid, seller_id)`)
    .orderBy('line_number')
    .compile(),
)

type Found = Awaited<ReturnType<typeof findSellerOrders>>[number]
type Line = Awaited<ReturnType<typeof findLines>>[number]

function toRow({ address, state_source, delivery, ...row }: Found, lines: readonly Line[]): SellerOrderRow {
  const { order_id, order_state, state } = row
  return {
    ...withIsoTimes(row),
    ...(delivery && { delivery }),
    seller_order_id: sellerOrderId(order_id, row.number),
    lines_total: Number(row.goods),
    is_stopped: isStopped({ order_state, state_source }),
    hold: state === 'pending' || state === 'confirmed' ? row.hold : null,
    shipping_address: address,
    goods: Number(row.goods),
    cancelled_goods: Number(row.cancelled_goods),
    returned_goods: Number(row.returned_goods),
    lines: lines.map(({ order_number: _number, seller_id: _seller, unit_price, ...line }) => ({
      ...line,
      unit_price: Number(unit_price),
    })),
  }
}

export type OwnedSellerOrder = NonNullable<Awaited<ReturnType<typeof findOwnedSellerOrder>>>

/** Returns a seller order by its seller or its number; with `buyerId` only of that buyer's order. */
export function findOwnedSellerOrder(
  db: Db | Tx,
  orderId: string,
  which: { seller_id: string } | { number: number },
  buyerId?: string,
) {
  return db
    .selectFrom('orders')
    .innerJoin('seller_orders', 'seller_orders.order_number', 'orders.order_number')
    .select(['orders.order_number', 'order_id', 'seller_id', 'buyer_id', 'number'])
    .where('order_id', '=', orderId)
    .where((row) => ('number' in which ? row('number', '=', which.number) : row('seller_id', '=', which.seller_id)))
    .where((row) => (buyerId === undefined ? row.lit(true) : row('buyer_id', '=', buyerId)))
    .executeTakeFirst()
}
