import type { Db, Tx } from '../../../db/tables.ts'

export interface OwnedSellerOrder {
  order_number: number
  order_id: string
  seller_id: string
  buyer_id: string
  number: number
}

/** Returns a seller order by its seller or its number; with `buyerId` only of that buyer's order. */
export function findOwnedSellerOrder(
  db: Db | Tx,
  orderId: string,
  which: { seller_id: string } | { number: number },
  buyerId?: string,
): Promise<OwnedSellerOrder | undefined> {
  return db
    .selectFrom('orders')
    .innerJoin('seller_orders', 'seller_orders.order_number', 'orders.order_number')
    .select(['orders.order_number', 'order_id', 'seller_id', 'buyer_id', 'number'])
    .where('order_id', '=', orderId)
    .where((row) => ('number' in which ? row('number', '=', which.number) : row('seller_id', '=', which.seller_id)))
    .where((row) => (buyerId === undefined ? row.lit(true) : row('buyer_id', '=', buyerId)))
    .executeTakeFirst()
}
