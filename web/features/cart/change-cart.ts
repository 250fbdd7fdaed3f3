import { nanoid } from '@reduxjs/toolkit'
import { cartErrors } from '../../../shared/cart/errors.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { sellingErrors } from '../../../shared/stock/errors.ts'
import { api } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { limitText as limitTextOf } from '../../api/failure-text.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from './cart-api.ts'
import { applyChange, type CartChange, limitExceeded, supersedes } from './cart-change.ts'
import { changeEnded, changeStarted, localCartChanged, serverCartChanged } from './cart-slice.ts'
import { readLocalCart } from './local-cart.ts'

interface ExceededLimit {
  limit: string
}

/** `superseded`: a later change of the same line was sent in its place. */
export type CartOutcome = 'done' | 'failed' | 'superseded' | ExceededLimit

/** The outcome when a line is at its limit. */
export const LINE_IS_FULL: CartOutcome = { limit: cartErrors.quantity_too_large.text }

/** Returns the text for a change that exceeded a limit; null for other outcomes. */
export function limitText(outcome: CartOutcome): string | null {
  return typeof outcome === 'object' ? outcome.limit : null
}

// Thunks that change the cart optimistically: a buyer's on the server, a visitor's in local storage. Each returns the outcome,
// never rejects, and shows no toast.

/** Adds units of a product. */
export const addToCart = (product_id: string, quantity = 1) => changeCart({ kind: 'add', product_id, quantity })
/** Sets the quantity of a product; 0 or less removes it. */
export const setQuantity = (product_id: string, quantity: number) => changeCart({ kind: 'set', product_id, quantity })
/** Removes a product. */
export const removeFromCart = (product_id: string) => setQuantity(product_id, 0)
/** Removes all products. */
export const clearCart = () => changeCart({ kind: 'clear' })

function changeCart(change: CartChange): AppThunk<Promise<CartOutcome>> {
  return async (dispatch, getState) => {
    const { isLoggedIn, userId, userRole } = summarize(getState().auth)
    if (isLoggedIn && userRole !== 'buyer') return 'failed'
    return isLoggedIn ? dispatch(changeServerCart(userId, change)) : dispatch(changeLocalCart(change))
  }
}

function changeLocalCart(change: CartChange): AppThunk<CartOutcome> {
  return (dispatch, _getState, { storage }) => {
    const cart = readLocalCart(storage)
    const limit = limitExceeded(cart, change)
    if (limit) return { limit: cartErrors[limit].text }
    dispatch(localCartChanged(applyChange(cart, change)))
    return 'done'
  }
}

function changeServerCart(buyerId: string, change: CartChange): AppThunk<Promise<CartOutcome>> {
  return (dispatch, getState) => {
    const id = nanoid()
    dispatch(changeStarted({ id, change }))
    const send = async (): Promise<CartOutcome> => {
      const { pending } = getState().cart
      const position = pending.findIndex((one) => one.id === id)
      // The user has signed out in the meantime.
      if (position === -1) return 'failed'
      if (pending.slice(position + 1).some((later) => supersedes(later.change, change))) {
        dispatch(changeEnded(id))
        return 'superseded'
      }
      const { data, error } = await dispatch(cartApi.endpoints.changeCart.initiate(change, { track: false }))
      if (data) await dispatch(showServerCart(buyerId, data))
      dispatch(changeEnded(id))
      if (error) {
        console.warn(FAILURES[change.kind], error)
        // The change may have been made although the response was lost.
        dispatch(api.util.invalidateTags(['Cart']))
      }
      if (data) return 'done'
      const limit = limitTextOf(error, { ...cartErrors, ...sellingErrors })
      return limit === undefined ? 'failed' : { limit }
    }
    return dispatch(inCartQueue(buyerId, send))
  }
}

const FAILURES = { add: cartMessages.addFailed, set: cartMessages.updateFailed, clear: cartMessages.clearFailed }

/** Runs a write of the buyer's cart after the queued ones and after a running fetch, whose response would be older. */
export function inCartQueue<Result>(buyerId: string, task: () => Promise<Result>): AppThunk<Promise<Result>> {
  return (dispatch, _getState, { cartQueue }) =>
    cartQueue.run(async () => {
      await dispatch(cartApi.util.getRunningQueryThunk('getCart', buyerId))
      return task()
    })
}

/** Shows the whole cart of a response, in this tab and the buyer's other tabs. */
export function showServerCart(buyerId: string, cart: Cart): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await dispatch(cartApi.util.upsertQueryData('getCart', buyerId, cart))
    dispatch(serverCartChanged(buyerId))
  }
}

/** Removes the ordered units from a buyer's cart, or clears a visitor's. Returns false on failure. */
export function clearCartAfterOrder(orderId: string): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const { isLoggedIn, userId } = summarize(getState().auth)
    if (!isLoggedIn) return dispatch(changeLocalCart({ kind: 'clear' })) === 'done'
    const clear = async (): Promise<boolean> => {
      const { data } = await dispatch(cartApi.endpoints.clearCartAfterOrder.initiate(orderId, { track: false }))
      if (data) await dispatch(showServerCart(userId, data))
      // The order has emptied the cart anyway; the copy here is stale.
      else dispatch(api.util.invalidateTags(['Cart']))
      return data !== undefined
    }
    return dispatch(inCartQueue(userId, clear))
  }
}

interface TaskQueue {
  /** Runs a task after all that were added before it; returns its result. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
}

declare module '../../api/app-store.ts' {
  interface AppServices {
    /** Sends writes of the buyer's cart in the user's order. */
    cartQueue: TaskQueue
  }
}

/** Returns an empty queue. */
export function createQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (task) => {
      const result = last.then(task)
      last = result.catch(() => {})
      return result
    },
  }
}
