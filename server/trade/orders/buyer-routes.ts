import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../db/tables.ts'
import { readShippingAddress } from '../../../shared/orders/rules.ts'
import {
  addedAddressSchema,
  lastAddressSchema,
  type Order,
  orderListSchema,
  orderSchema,
  type ShippingInfo,
} from '../../../shared/orders/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { missedDestination } from '../../shop/delivery/places.ts'
import { checkoutError, orderError } from './errors.ts'
import { addAddress, findLastAddress, listDestinations, listOrders } from './queries.ts'
import { orderParams, readOrder, requireOrderId } from './read-order.ts'

export const ordersBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: { db: Db; clock: Clock }) => {
    app.get(
      '/api/orders/last-address',
      respondsWith(lastAddressSchema, { summary: "The most recent address of the caller's orders" }),
      async (request) => ({ shipping_address: await findLastAddress(db, callerOf(request).user_id) }),
    )

    app.put(
      '/api/orders/:order_id/shipping-address',
      respondsWith(orderSchema, {
        summary: 'Add the address to a pending order without one',
        description: 'An existing address is never changed.',
        params: orderParams,
        body: addedAddressSchema,
      }),
      (request) => addShippingAddress({ db, clock }, callerOf(request).user_id, request.params.order_id, request.body),
    )

    app.get('/api/orders', respondsWith(orderListSchema, { summary: "The caller's orders" }), (request) =>
      listOrders(db, callerOf(request).user_id),
    )
  },
  { refusal: () => checkoutError('buyers_only') },
)

/**
 * Adds the missing address to a buyer's pending order, once; returns the order. Repeating the same address changes
 * nothing, so that a call can be retried. Throws AppError 400, 403 and 404 as for reading the order, 409 when it is no
 * longer pending, has another address, or a paid delivery does not go there.
 */
async function addShippingAddress(
  { db, clock }: { db: Db; clock: Clock },
  buyerId: string,
  orderId: string,
  address: ShippingInfo,
): Promise<Order> {
  for (const delivery of await listDestinations(db, buyerId, requireOrderId(orderId))) {
    const missed = missedDestination(delivery, address)
    if (missed) throw orderError('other_destination', missed)
  }
  const isAdded = await addAddress(db, buyerId, { orderId: requireOrderId(orderId), address, now: clock() })
  const order = await readOrder(db, { role: 'buyer', user_id: buyerId, rights: null }, orderId)
  if (isAdded || isDeepStrictEqual(readShippingAddress(order.shipping_address), address)) return order
  throw order.order_state === 'pending' ? orderError('address_given') : orderError('order_not_pending')
}
