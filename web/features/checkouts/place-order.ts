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
import { beginAttempt, endAttempt, recordCheckout } from './order-attempt.ts'

const { beginCheckout, orderCheckout } = checkoutsApi.endpoints

type Result<Data> = Promise<{ data?: Data | undefined; error?: unknown }>

/** A retry after a failure continues the same checkout, which is ordered once. */
function reserveAndOrder({ request, cart, onReserved }: Placing): AppThunk<Result<Order>> {
  return async (dispatch) => {
    const reserved = await dispatch(reserve(request, cart))
    if (!reserved.data) return { error: reserved.error }
    dispatch(recordCheckout(reserved.data.checkout_id))
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
  isStockTracked: boolean
  onReserved: () => void
}

/** Refusals after which the next press starts another attempt. */
const NEEDS_ANOTHER = {
  payment_declined: paymentErrors.payment_declined,
  checkout_expired: checkoutErrors.checkout_expired,
}

/** Orders the cart after its pending changes. Returns the order, the next step of its payment, or the server's refusal. */
export function placeOrder(placing: Placing): AppThunk<Result<Order | Paying>> {
  return async (dispatch, _getState, { cartQueue }) => {
    const placed = await cartQueue.run(async () => {
      const first = await dispatch(sendAttempt(placing))
      const refusal = knownErrorOf(first.error, checkoutErrors)
      if (refusal?.code !== 'idempotency_key_reused' || refusal.details?.order_id !== undefined) return first
      // The retry has another address or payment method; an attempt without an order may still change.
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

function sendAttempt(placing: Placing): AppThunk<Result<Order | Paying>> {
  const { request, cart, isStockTracked } = placing
  return async (dispatch, _getState, { site }) => {
    const { key, reserves } = dispatch(beginAttempt(cart, isStockTracked && !site.payments))
    if (reserves) return dispatch(reserveAndOrder(placing))
    return dispatch(ordersApi.endpoints.placeOrder.initiate({ request, idempotencyKey: key }, { track: false }))
  }
}
