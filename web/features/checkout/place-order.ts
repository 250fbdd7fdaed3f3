import type { Cart } from '../../../shared/cart/schema.ts'
import type { Order, PlaceOrder } from '../../../shared/orders/schema.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { ordersApi } from '../orders/orders-api.ts'
import { discardCheckoutDraft } from './checkout-draft.ts'
import { attemptKey, endAttempt } from './order-attempt.ts'

/** Orders the cart once its changes under way are done. Returns the order, or why the server refused. */
export function placeOrder(request: PlaceOrder, cart: Cart): AppThunk<Promise<{ data?: Order; error?: unknown }>> {
  return async (dispatch, _getState, { cartQueue }) => {
    const placed = await cartQueue.run(async () => {
      const attempt = { request, idempotencyKey: dispatch(attemptKey(cart)) }
      return dispatch(ordersApi.endpoints.placeOrder.initiate(attempt, { track: false }))
    })
    if (placed.data) {
      dispatch(endAttempt())
      dispatch(discardCheckoutDraft())
    }
    return placed
  }
}
