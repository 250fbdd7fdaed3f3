import { nanoid } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query/react'
import type { Cart } from '../../../shared/cart/schema.ts'
import type { AppState, AppThunk, StartListening } from '../../api/app-store.ts'
import { type BrowserStorage, parseJson } from '../../api/browser-storage.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from '../cart/cart-api.ts'

/** Session storage key: the attempt lasts as long as the tab, across reloads and Back. */
const ATTEMPT_KEY = 'order-attempt'

interface OrderAttempt {
  /** Absent once the cart has changed: the next order is not that attempt again. */
  key?: string | undefined
  /** What is being ordered. */
  content: string
  /** The checkout that reserved it; empty until it is known, absent where nothing is reserved. */
  checkoutId?: string | undefined
}

/**
 * Returns the attempt to order this cart, with its idempotency key: the same until the order is placed or the cart changes,
 * so that a retry after a lost response does not order twice. A new one reserves what is ordered if `reserves`.
 */
export function beginAttempt(cart: Cart, reserves: boolean): AppThunk<{ key: string; reserves: boolean }> {
  return (_dispatch, _getState, { storage }) => {
    const content = contentOf(cart)
    const begun = readAttempt(storage)
    if (begun?.key !== undefined && begun.content === content)
      return { key: begun.key, reserves: begun.checkoutId !== undefined }
    const key = nanoid()
    writeAttempt(storage, { key, content, ...(reserves && { checkoutId: '' }) })
    return { key, reserves }
  }
}

/** Remembers which checkout the attempt has begun. */
export function keepCheckout(checkoutId: string): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => {
    const begun = readAttempt(storage)
    if (begun) writeAttempt(storage, { ...begun, checkoutId })
  }
}

/** Returns the checkout that reserved this cart in this tab; undefined when it is unknown. */
export function keptCheckout(cart: Cart): AppThunk<string | undefined> {
  return (_dispatch, _getState, { storage }) => {
    const begun = readAttempt(storage)
    return begun?.content === contentOf(cart) ? begun.checkoutId || undefined : undefined
  }
}

/** Returns whether an order was sent from this tab whose response never came. */
export function isAttemptOpen(): AppThunk<boolean> {
  return (_dispatch, _getState, { storage }) => readAttempt(storage) !== undefined
}

/** Ends the attempt: the next order is another one. */
export function endAttempt(): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => storage.write('sessionStorage', ATTEMPT_KEY, null)
}

/**
 * Follows the buyer's cart on the server: once it differs from what was sent, e.g. because the order was placed although
 * its response got lost, a later cart with the same content is a new order.
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

/** Returns undefined while a change is under way, and for users who have no cart on the server. */
function knownServerCart(state: AppState): Cart | undefined {
  const { isLoggedIn, userId } = summarize(state.auth)
  if (!isLoggedIn || state.cart.pending.length > 0) return undefined
  const { data, status } = cartApi.endpoints.getCart.select(userId)(state)
  return status === QueryStatus.fulfilled ? data : undefined
}

function contentOf(cart: Cart): string {
  return JSON.stringify(Object.entries(cart).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function writeAttempt(storage: BrowserStorage, attempt: OrderAttempt): void {
  storage.write('sessionStorage', ATTEMPT_KEY, JSON.stringify(attempt))
}

function readAttempt(storage: BrowserStorage): OrderAttempt | undefined {
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
