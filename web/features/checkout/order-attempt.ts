import { nanoid } from '@reduxjs/toolkit'
import type { Cart } from '../../../shared/cart/schema.ts'
import { parseJson, readText, writeText } from '../../session/stored-text.ts'

/** Session storage key: the attempt lasts as long as the tab, over reloads and Back. */
const ATTEMPT_KEY = 'order-attempt'

interface OrderAttempt {
  key: string
  /** What is being ordered. */
  content: string
}

/**
 * The idempotency key for ordering this cart: the same until the order is placed or the cart changes, so that a second
 * try after a lost answer does not order twice.
 */
export function attemptKey(cart: Cart): string {
  const content = JSON.stringify(Object.entries(cart).sort(([one], [other]) => (one < other ? -1 : 1)))
  const begun = readAttempt()
  if (begun?.content === content) return begun.key
  const attempt: OrderAttempt = { key: nanoid(), content }
  writeText('sessionStorage', ATTEMPT_KEY, JSON.stringify(attempt))
  return attempt.key
}

/** Whether an order was sent from this tab whose answer never came. */
export function isAttemptOpen(): boolean {
  return readAttempt() !== undefined
}

/** The attempt has come to its end: the next order is another one. */
export function endAttempt(): void {
  writeText('sessionStorage', ATTEMPT_KEY, null)
}

function readAttempt(): OrderAttempt | undefined {
  const stored = parseJson(readText('sessionStorage', ATTEMPT_KEY))
  if (typeof stored !== 'object' || stored === null || !('key' in stored) || !('content' in stored)) return undefined
  const { key, content } = stored
  return typeof key === 'string' && /^[\w-]{1,255}$/.test(key) && typeof content === 'string'
    ? { key, content }
    : undefined
}
