import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { idempotencyKeySchema, orderIdSchema } from '../../../shared/orders/schema.ts'
import { type AppError, invalidRequest } from '../../platform/http/errors.ts'
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

export const orderParams = z.object({ order_id: z.string() })
export const sellerOrderParams = orderParams.extend({ number: z.string() })

/** Parses the number of a seller order; 0, which none has, for a malformed one. */
export function sellerOrderNumberOf(text: string): number {
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0
}

/** Returns the Idempotency-Key of a request, if any. Throws AppError 400 for a malformed one. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success) throw invalidRequest('Idempotency-Key: must be 1 to 255 visible characters')
  return key.data
}
