import type { Cart } from '../../../shared/cart/schema.ts'
import type { Order, PlaceOrder } from '../../../shared/orders/schema.ts'
import type { Checkout } from '../../../shared/stock/schema.ts'
import { apiErrorOf } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { checkoutsApi } from './checkouts-api.ts'
import { beginAttempt, endAttempt, keepCheckout, keptCheckout } from './order-attempt.ts'

const { beginCheckout, getCheckout, orderCheckout } = checkoutsApi.endpoints

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
export function reserveAndOrder({ request, cart, onReserved }: Reserving): AppThunk<Result<Order>> {
  return async (dispatch) => {
    const reserved = await dispatch(reserve(request, cart))
    if (!reserved.data) return { error: reserved.error }
    dispatch(keepCheckout(reserved.data.checkout_id))
    onReserved()
    const placed = await dispatch(orderCheckout.initiate(reserved.data.checkout_id, { track: false }))
    // The next press reserves anew.
    if (apiErrorOf(placed.error)?.code === 'checkout_expired') dispatch(endAttempt())
    return placed
  }
}

/** Returns the checkout of this attempt, or a new one when that is over. */
function reserve(request: PlaceOrder, cart: Cart): AppThunk<Result<Checkout>> {
  return async (dispatch) => {
    const begin = () => {
      const { key } = dispatch(beginAttempt(cart, true))
      return dispatch(beginCheckout.initiate({ request, idempotencyKey: key }, { track: false }))
    }
    const first = await begin()
    const isOver = first.data?.checkout_state === 'expired' || first.data?.checkout_state === 'abandoned'
    if (apiErrorOf(first.error)?.code === 'idempotency_key_reused') {
      // Another address or payment method than before. Unless that has been ordered, it may still be changed.
      const earlier = await dispatch(readKept(cart))
      if (earlier.error) return { error: earlier.error }
      if (earlier.data?.checkout_state === 'placed') return { error: first.error }
    } else if (!isOver) return first
    dispatch(endAttempt())
    return begin()
  }
}

/** Returns the checkout that an earlier press began; no data when its response was lost: then nothing was ordered. */
function readKept(cart: Cart): AppThunk<Result<Checkout>> {
  return async (dispatch) => {
    const id = dispatch(keptCheckout(cart))
    if (!id) return {}
    const { data, error } = await dispatch(getCheckout.initiate(id, { forceRefetch: true, subscribe: false }))
    return apiErrorOf(error)?.code === 'checkout_not_found' ? {} : { data, error }
  }
}
