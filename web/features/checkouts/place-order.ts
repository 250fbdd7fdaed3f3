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

interface Placed {
  data?: Order | Paying | undefined
  error?: unknown
}

/** Refusals after which the next press is another attempt. */
const NEEDS_ANOTHER = new Set<string | undefined>(['payment_declined', 'checkout_expired'])

/**
 * Orders the cart once its changes under way are done. Returns the order, what is left to do for its payment, or why the
 * server refused.
 */
export function placeOrder(placing: Placing): AppThunk<Promise<Placed>> {
  return async (dispatch, _getState, { cartQueue }) => {
    const placed = await cartQueue.run(async () => {
      const first = await dispatch(sendAttempt(placing))
      const refusal = apiErrorOf(first.error)
      if (refusal?.code !== 'idempotency_key_reused' || refusal.details?.order_id !== undefined) return first
      // Another address or way to pay than before: as nothing came of that, it may still be changed.
      dispatch(endAttempt())
      return dispatch(sendAttempt(placing))
    })
    if (NEEDS_ANOTHER.has(apiErrorOf(placed.error)?.code)) dispatch(endAttempt())
    if (placed.data && 'order_id' in placed.data) {
      dispatch(endAttempt())
      dispatch(discardCheckoutDraft())
    }
    return placed
  }
}

function sendAttempt(placing: Placing): AppThunk<Promise<Placed>> {
  const { request, cart, isCounted } = placing
  return async (dispatch, _getState, { site }) => {
    const { key, reserves } = dispatch(beginAttempt(cart, isCounted && !site.payments))
    if (reserves) return dispatch(reserveAndOrder(placing))
    return dispatch(ordersApi.endpoints.placeOrder.initiate({ request, idempotencyKey: key }, { track: false }))
  }
}
