import type { Db } from '../../db/tables.ts'
import type { OrderRow } from '../../shared/orders/schema.ts'
import type { Rows } from '../data/rows.ts'
import { fromStored, ORDER_COLUMNS } from './order-columns.ts'

/** Returns the orders before the one numbered `before`, newest first; with `buyerId` only that buyer's. */
export async function listOrderRows(
  db: Db,
  { before, buyerId, limit }: { before?: number; buyerId?: string; limit: number },
): Promise<Rows<OrderRow>> {
  let query = db.selectFrom('orders').select(ORDER_COLUMNS)
  if (buyerId !== undefined) query = query.where('buyer_id', '=', buyerId)
  if (before !== undefined) query = query.where('order_number', '<', before)
  const found = await query
    .orderBy('order_number', 'desc')
    .limit(limit + 1)
    .execute()
  return { rows: found.slice(0, limit).map(fromStored), more: found.length > limit }
}
