import { nanoid, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { api } from '../../api/api.ts'
import type { AuthState } from '../../session/session-slice.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from './cart-api.ts'
import { applyChange, type CartChange, hasRoom, supersedes } from './cart-change.ts'
import { announceCart } from './cart-channel.ts'
import { type CartState, changeEnded, changeStarted, localCartRead } from './cart-slice.ts'
import { readLocalCart } from './local-cart.ts'

/** The part of the store the cart works with. */
export interface CartStore {
  getState(): { auth: AuthState; cart: CartState }
  // biome-ignore lint/suspicious/noExplicitAny: the type of the whole state is known only to web/app
  dispatch: ThunkDispatch<any, any, UnknownAction>
}

/** `superseded`: a later change of the same line was sent in its place. */
export type CartOutcome = 'done' | 'failed' | 'superseded'

/** Calls that write the buyer's cart go one after the other, in the order in which the person acted. */
let last: Promise<unknown> = Promise.resolve()

/** Runs a task after all that was started before it. */
export function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task)
  last = result.catch(() => {})
  return result
}

/**
 * Runs a task that writes the buyer's cart after all that was started before it, and after an answer that is being waited
 * for: coming later it would be shown in place of what the task answers, which is newer.
 */
export function inCartsTurn<Result>(store: CartStore, buyerId: string, task: () => Promise<Result>): Promise<Result> {
  return inTurn(async () => {
    await store.dispatch(cartApi.util.getRunningQueryThunk('getCart', buyerId))
    return task()
  })
}

/** Changes the cart: the buyer's on the server, the visitor's in local storage. What is shown changes at once. */
export async function changeCart(store: CartStore, change: CartChange): Promise<CartOutcome> {
  const { isLoggedIn, userId, userRole } = summarize(store.getState().auth)
  if (isLoggedIn && userRole !== 'buyer') return 'failed'
  return isLoggedIn ? changeServerCart(store, userId, change) : changeLocalCart(store, change)
}

function changeLocalCart(store: CartStore, change: CartChange): CartOutcome {
  const cart = readLocalCart()
  if (!hasRoom(cart, change)) return 'failed'
  store.dispatch(localCartRead(applyChange(cart, change)))
  return 'done'
}

function changeServerCart(store: CartStore, buyerId: string, change: CartChange): Promise<CartOutcome> {
  const id = nanoid()
  store.dispatch(changeStarted({ id, change }))
  return inCartsTurn(store, buyerId, async () => {
    const { pending } = store.getState().cart
    const position = pending.findIndex((one) => one.id === id)
    // The person has signed out meanwhile.
    if (position === -1) return 'failed'
    if (pending.slice(position + 1).some((later) => supersedes(later.change, change))) {
      store.dispatch(changeEnded(id))
      return 'superseded'
    }
    const { data, error } = await store.dispatch(cartApi.endpoints.changeCart.initiate(change, { track: false }))
    if (data) await showServerCart(store, buyerId, data)
    store.dispatch(changeEnded(id))
    if (error) {
      console.warn(FAILURES[change.kind], error)
      // It may have reached the server although no answer came back.
      store.dispatch(api.util.invalidateTags(['Cart']))
    }
    return data ? 'done' : 'failed'
  })
}

const FAILURES = { add: cartMessages.addFailed, set: cartMessages.updateFailed, clear: cartMessages.clearFailed }

/** Takes over the whole cart from an answer, and tells the buyer's other tabs. */
export async function showServerCart(store: CartStore, buyerId: string, cart: Cart): Promise<void> {
  await store.dispatch(cartApi.util.upsertQueryData('getCart', buyerId, cart))
  announceCart(buyerId)
}

/**
 * Empties the cart after an order: of the buyer's, what the order was made from; the visitor's whole. Answers false when
 * the server did not do it.
 */
export async function clearCartAfterOrder(store: CartStore, orderId: string): Promise<boolean> {
  const { isLoggedIn, userId } = summarize(store.getState().auth)
  if (!isLoggedIn) return changeLocalCart(store, { kind: 'clear' }) === 'done'
  return inCartsTurn(store, userId, async () => {
    const clear = cartApi.endpoints.clearCartAfterOrder.initiate(orderId, { track: false })
    const { data } = await store.dispatch(clear)
    if (data) await showServerCart(store, userId, data)
    // The order has emptied the cart; what is shown of it would stand until the page is loaded again.
    else store.dispatch(api.util.invalidateTags(['Cart']))
    return data !== undefined
  })
}
