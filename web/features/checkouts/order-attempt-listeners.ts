import { QueryStatus } from '@reduxjs/toolkit/query/react'
import type { Cart } from '../../../shared/cart/schema.ts'
import type { AppState, StartListening } from '../../api/app-store.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from '../cart/cart-api.ts'
import { contentOf, readAttempt, writeAttempt } from './stored-attempt.ts'

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
