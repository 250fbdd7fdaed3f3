import { nanoid } from '@reduxjs/toolkit'
import type { Cart } from '../../../shared/cart/schema.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { contentOf, readAttempt, writeAttempt } from './stored-attempt.ts'

/**
 * Returns the attempt to order this cart, with its idempotency key: the same until the order is placed or the cart changes, so
 * that a retry after a lost response does not order twice. A new attempt reserves stock if `reserves`.
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

/** Stores the checkout of the attempt. */
export function recordCheckout(checkoutId: string): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => {
    const begun = readAttempt(storage)
    if (begun) writeAttempt(storage, { ...begun, checkoutId })
  }
}

/** Returns the checkout that this tab reserved for this cart; undefined if unknown. */
export function readCheckout(cart: Cart): AppThunk<string | undefined> {
  return (_dispatch, _getState, { storage }) => {
    const begun = readAttempt(storage)
    return begun?.content === contentOf(cart) ? begun.checkoutId || undefined : undefined
  }
}

/** Returns true when an order of this tab was sent without a response. */
export function isAttemptOpen(): AppThunk<boolean> {
  return (_dispatch, _getState, { storage }) => readAttempt(storage) !== undefined
}

/** Ends the attempt. */
export function endAttempt(): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => writeAttempt(storage, null)
}
