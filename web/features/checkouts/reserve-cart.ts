import type { Cart } from '../../../shared/cart/schema.ts'
import type { Order, PlaceOrder } from '../../../shared/orders/schema.ts'
import type { Checkout } from '../../../shared/stock/schema.ts'
import type { AppThunk } from '../../api/app-store.ts'
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
export function reserveAndOrder({ request, cart, onReserved }: Reserving): AppThunk<Result<Order>> {
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
