import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/tables.ts'
import type { AdminOrder, ChangeOrderState } from '../../shared/orders/schema.ts'
import { acting } from '../audit/acting.ts'
import type { Clock } from '../config/clock.ts'
import { changeOrderState, readAdminOrder } from './change-order-state.ts'

/**
 * Sets the state of an order, as an admin requests, and logs it. Returns the order with its history. Throws AppError 404,
 * and 409 when the order is no longer in the state the admin saw.
 */
export async function changeOrderAsAdmin(
  request: FastifyRequest,
  { db, clock }: { db: Db; clock: Clock },
  orderId: string,
  change: ChangeOrderState,
): Promise<AdminOrder> {
  const by = acting(request, clock, change.reason)
  await changeOrderState(db, by, orderId, change)
  const { admin_id } = by
  request.log.info({ event: 'order_state_changed', admin_id, order_id: orderId, to: change.order_state })
  return readAdminOrder(db, orderId)
}
