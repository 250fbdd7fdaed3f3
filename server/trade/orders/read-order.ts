import type { Db } from '../../../db/tables.ts'
import { orderIdSchema } from '../../../shared/orders/schema.ts'
import type { AppError } from '../../platform/http/errors.ts'
import { type Caller, requireRight } from '../../platform/http/guards.ts'
import { orderError } from './errors.ts'
import { findBuyerOf, findOrder } from './queries.ts'

/** Returns an order to its buyer, or to an admin with the right. Throws AppError 404, and 403 for another buyer's. */
export async function readOrder(db: Db, caller: Pick<Caller, 'role' | 'user_id' | 'rights'>, orderId: string) {
  const order = await findOrder(db, requireOrderId(orderId))
  if (!order) throw orderError('order_not_found')
  if (order.buyer_id === caller.user_id) return order
  if (caller.role !== 'admin') throw orderError('forbidden')
  requireRight(caller, 'orders')
  return order
}

/** Throws AppError 403 unless the order exists and is the buyer's. */
export async function requireOwnOrder(db: Db, buyerId: string, orderId: string): Promise<void> {
  if ((await findBuyerOf(db, orderId)) !== buyerId) throw orderError('forbidden')
}

/** Throws AppError 404 for an id that no order can have, including one that PostgreSQL cannot compare. */
export function requireOrderId(text: string, notFound: (code: 'order_not_found') => AppError = orderError): string {
  if (!orderIdSchema.safeParse(text).success) throw notFound('order_not_found')
  return text
}
