import type { Cart } from '../../../shared/cart/schema.ts'
import type { Order, PlaceOrder } from '../../../shared/orders/schema.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { apiErrorOf } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { ordersApi } from '../orders/orders-api.ts'
import { discardCheckoutDraft } from './checkout-draft.ts'
import { beginAttempt, endAttempt } from './order-attempt.ts'
import { reserveAndOrder } from './reserve-cart.ts'

interface Placing {
  request: PlaceOrder
  cart: Cart
  /** Whether the stock of a product is counted: then the cart is reserved first. */
  isCounted: boolean
  /** Called once the cart is reserved. */
  onReserved: () => void
}

/**
 * Orders the cart once its changes under way are done. Returns the order, what is left to do for its payment, or why the
 * server refused.
 */
export function placeOrder(
  placing: Placing,
): AppThunk<Promise<{ data?: Order | Paying | undefined; error?: unknown }>> {
  const { request, cart, isCounted } = placing
  return async (dispatch, _getState, { cartQueue, site }) => {
    const placed = await cartQueue.run(async () => {
      const { key, reserves } = dispatch(beginAttempt(cart, isCounted && !site.payments))
      if (reserves) return dispatch(reserveAndOrder(placing))
      return dispatch(ordersApi.endpoints.placeOrder.initiate({ request, idempotencyKey: key }, { track: false }))
    })
    // After a declined payment the next press may be with another address or means of payment.
    if (apiErrorOf(placed.error)?.code === 'payment_declined') dispatch(endAttempt())
    if (placed.data && 'order_id' in placed.data) {
      dispatch(endAttempt())
      dispatch(discardCheckoutDraft())
    }
    return placed
  }
}
