import { nanoid } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query/react'
import type { Cart } from '../../../shared/cart/schema.ts'
import { parseJson, readText, writeText } from '../../session/stored-text.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from '../cart/cart-api.ts'
import type { CartStore } from '../cart/change-cart.ts'

/** Session storage key: the attempt lasts as long as the tab, over reloads and Back. */
const ATTEMPT_KEY = 'order-attempt'

interface OrderAttempt {
  /** Absent once the cart was another one: the next order is not that attempt again. */
  key?: string | undefined
  /** What is being ordered. */
  content: string
}

/**
 * The idempotency key for ordering this cart: the same until the order is placed or the cart changes, so that a second
 * try after a lost answer does not order twice.
 */
export function attemptKey(cart: Cart): string {
  const content = contentOf(cart)
  const begun = readAttempt()
  if (begun?.key !== undefined && begun.content === content) return begun.key
  const key = nanoid()
  writeAttempt({ key, content })
  return key
}

/**
 * Watches the buyer's cart as the server has it: once it is another one than was sent, for example because the order was
 * placed although its answer got lost, a later cart that looks the same is a new order. Answers what stops it.
 */
export function watchOrderAttempt(store: CartStore & { subscribe(listener: () => void): () => void }): () => void {
  let seen: Cart | undefined
  return store.subscribe(() => {
    const cart = knownServerCart(store)
    if (!cart || cart === seen) return
    seen = cart
    const begun = readAttempt()
    if (begun?.key !== undefined && begun.content !== contentOf(cart)) writeAttempt({ content: begun.content })
  })
}

/** Undefined while a change is under way, and for those who have no cart on the server. */
function knownServerCart(store: CartStore): Cart | undefined {
  const state = store.getState()
  const { isLoggedIn, userId } = summarize(state.auth)
  if (!isLoggedIn || state.cart.pending.length > 0) return undefined
  const { data, status } = cartApi.endpoints.getCart.select(userId)(state as never)
  return status === QueryStatus.fulfilled ? data : undefined
}

function contentOf(cart: Cart): string {
  return JSON.stringify(Object.entries(cart).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether an order was sent from this tab whose answer never came. */
export function isAttemptOpen(): boolean {
  return readAttempt() !== undefined
}

/** The attempt has come to its end: the next order is another one. */
export function endAttempt(): void {
  writeText('sessionStorage', ATTEMPT_KEY, null)
}

function writeAttempt(attempt: OrderAttempt): void {
  writeText('sessionStorage', ATTEMPT_KEY, JSON.stringify(attempt))
}

function readAttempt(): OrderAttempt | undefined {
  const stored = parseJson(readText('sessionStorage', ATTEMPT_KEY))
  if (typeof stored !== 'object' || stored === null || !('content' in stored)) return undefined
  const { content } = stored
  const key =
    'key' in stored && typeof stored.key === 'string' && /^[\w-]{1,255}$/.test(stored.key) ? stored.key : undefined
  return typeof content === 'string' ? { key, content } : undefined
}
