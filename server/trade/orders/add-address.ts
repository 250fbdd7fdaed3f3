import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../db/tables.ts'
import { readShippingAddress } from '../../../shared/orders/rules.ts'
import type { Order, ShippingInfo } from '../../../shared/orders/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { addressGiven, orderNotPending } from './errors.ts'
import { addAddress } from './queries.ts'
import { readOrder, requireOrderId } from './read-order.ts'

/**
 * Gives a buyer's order the address it was placed without, once and while it is pending; returns the order. The same
 * address again changes nothing, so that a call can be retried. Throws AppError 400, 403 and 404 as for reading the order,
 * 409 when it is no longer pending or has another address.
 */
export async function addShippingAddress(
  { db, clock }: { db: Db; clock: Clock },
  buyerId: string,
  orderId: string,
  address: ShippingInfo,
): Promise<Order> {
  const isAdded = await addAddress(db, buyerId, { orderId: requireOrderId(orderId), address, now: clock() })
  const order = await readOrder(db, { role: 'buyer', user_id: buyerId }, orderId)
  if (isAdded || isDeepStrictEqual(readShippingAddress(order.shipping_address), address)) return order
  throw order.order_state === 'pending' ? addressGiven() : orderNotPending()
}
