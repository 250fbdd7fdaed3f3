import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { AdminOrder, ChangeOrderState } from '../../../shared/orders/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { changeOrderState, readAdminOrder } from './change-order-state.ts'

/** Sets an order's state for an admin, and logs it; returns the order. Throws AppError 404, 409. */
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
