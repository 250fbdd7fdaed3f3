import { QueryStatus } from '@reduxjs/toolkit/query/react'
import type { Cart } from '../../../shared/cart/schema.ts'
import type { AppState, StartListening } from '../../api/app-store.ts'
import { type BrowserStorage, parseJson } from '../../api/browser-storage.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from '../cart/cart-api.ts'

/** Session storage key: the attempt outlasts reloads and Back in its tab. */
const ATTEMPT_KEY = 'order-attempt'

interface OrderAttempt {
  /** Absent once the cart has changed, as the next order is another attempt. */
  key?: string | undefined
  /** The cart; see `contentOf`. */
  content: string
  /** The checkout that reserved it; empty until it is known, absent where nothing is reserved. */
  checkoutId?: string | undefined
}

/** Returns a text that is the same for equal carts. */
export function contentOf(cart: Cart): string {
  return JSON.stringify(Object.entries(cart).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Stores the attempt to order; null ends it. */
export function writeAttempt(storage: BrowserStorage, attempt: OrderAttempt | null): void {
  storage.write('sessionStorage', ATTEMPT_KEY, attempt && JSON.stringify(attempt))
}

/** Returns the attempt of this tab; undefined without a valid one. */
export function readAttempt(storage: BrowserStorage): OrderAttempt | undefined {
  const stored = parseJson(storage.read('sessionStorage', ATTEMPT_KEY))
  if (typeof stored !== 'object' || stored === null || !('content' in stored)) return undefined
  const { content } = stored
  const key = 'key' in stored ? tokenFrom(stored.key, /^[\w-]{1,255}$/) : undefined
  const checkoutId = 'checkoutId' in stored ? tokenFrom(stored.checkoutId, /^[\w-]{0,36}$/) : undefined
  return typeof content === 'string' ? { key, content, checkoutId } : undefined
}

function tokenFrom(stored: unknown, pattern: RegExp): string | undefined {
  return typeof stored === 'string' && pattern.test(stored) ? stored : undefined
}

/**
 * Ends the idempotency of an attempt once the buyer's cart on the server differs from it, for example after an order with a
 * lost response: a later cart with the same content is a new order.
 */
export function startOrderAttemptListeners(startListening: StartListening): void {
  startListening({
    predicate: (_action, state, before) => {
      const cart = knownServerCart(state)
      return cart !== undefined && cart !== knownServerCart(before)
    },
    effect: (_action, { getState, extra: { storage } }) => {
      const cart = knownServerCart(getState())
      const begun = readAttempt(storage)
      if (cart && begun?.key !== undefined && begun.content !== contentOf(cart))
        writeAttempt(storage, { content: begun.content })
    },
  })
}

/** Returns undefined during a change, and for users without a cart on the server. */
function knownServerCart(state: AppState): Cart | undefined {
  const { isLoggedIn, userId } = summarize(state.auth)
  if (!isLoggedIn || state.cart.pending.length > 0) return undefined
  const { data, status } = cartApi.endpoints.getCart.select(userId)(state)
  return status === QueryStatus.fulfilled ? data : undefined
}
