import type { Db } from '../../db/tables.ts'

/** Returns the order ids of these buyers. */
export async function orderIdsOf(db: Db, buyerIds: string[]): Promise<string[]> {
  if (!buyerIds.length) return []
  const orders = await db.selectFrom('orders').select('order_id').where('buyer_id', 'in', buyerIds).execute()
  return orders.map(({ order_id }) => order_id)
}
