import type { Cart } from '../../../shared/cart/schema.ts'
import { type BrowserStorage, parseJson } from '../../api/browser-storage.ts'

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
