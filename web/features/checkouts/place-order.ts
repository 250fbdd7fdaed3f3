import type { Cart } from '../../../shared/cart/schema.ts'
import { checkoutErrors } from '../../../shared/checkouts/errors.ts'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import type { Order, PlaceOrder } from '../../../shared/orders/schema.ts'
import { paymentErrors } from '../../../shared/payments/errors.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { knownErrorOf } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { ordersApi } from '../orders/orders-api.ts'
import { discardCheckoutDraft } from './checkout-draft.ts'
import { checkoutsApi } from './checkouts-api.ts'
import { beginAttempt, endAttempt, keepCheckout } from './order-attempt.ts'

const { beginCheckout, orderCheckout } = checkoutsApi.endpoints

interface Reserving {
  request: PlaceOrder
  cart: Cart
  /** Called once the cart is reserved. */
  onReserved: () => void
}

type Result<Data> = Promise<{ data?: Data | undefined; error?: unknown }>

/**
 * Reserves the cart and orders it. Returns the order, or why the server refused. Again after a failure it goes on with the
 * same checkout, which is ordered once.
 */
function reserveAndOrder({ request, cart, onReserved }: Reserving): AppThunk<Result<Order>> {
  return async (dispatch) => {
    const reserved = await dispatch(reserve(request, cart))
    if (!reserved.data) return { error: reserved.error }
    dispatch(keepCheckout(reserved.data.checkout_id))
    onReserved()
    return dispatch(orderCheckout.initiate(reserved.data.checkout_id, { track: false }))
  }
}

function reserve(request: PlaceOrder, cart: Cart): AppThunk<Result<Checkout>> {
  return async (dispatch) => {
    const begin = () => {
      const { key } = dispatch(beginAttempt(cart, true))
      return dispatch(beginCheckout.initiate({ request, idempotencyKey: key }, { track: false }))
    }
    const first = await begin()
    const isOver = first.data?.checkout_state === 'expired' || first.data?.checkout_state === 'abandoned'
    if (!isOver) return first
    dispatch(endAttempt())
    return begin()
  }
}

interface Placing {
  request: PlaceOrder
  cart: Cart
  /** True when a product's stock is tracked: then the cart is reserved first. */
  isCounted: boolean
  /** Called once the cart is reserved. */
  onReserved: () => void
}

interface Placed {
  data?: Order | Paying | undefined
  error?: unknown
}

/** Refusals after which the next press is another attempt. */
const NEEDS_ANOTHER = {
  payment_declined: paymentErrors.payment_declined,
  checkout_expired: checkoutErrors.checkout_expired,
}

/**
 * Orders the cart once its changes under way are done. Returns the order, what is left to do for its payment, or why the
 * server refused.
 */
export function placeOrder(placing: Placing): AppThunk<Promise<Placed>> {
  return async (dispatch, _getState, { cartQueue }) => {
    const placed = await cartQueue.run(async () => {
      const first = await dispatch(sendAttempt(placing))
      const refusal = knownErrorOf(first.error, checkoutErrors)
      if (refusal?.code !== 'idempotency_key_reused' || refusal.details?.order_id !== undefined) return first
      // Another address or way to pay than before: as nothing came of that, it may still be changed.
      dispatch(endAttempt())
      return dispatch(sendAttempt(placing))
    })
    if (knownErrorOf(placed.error, NEEDS_ANOTHER)) dispatch(endAttempt())
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
