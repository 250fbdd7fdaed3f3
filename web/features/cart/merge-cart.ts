import { cartMessages } from '../../../shared/cart/messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { api } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { firstLoginCompleted } from '../../session/session-slice.ts'
import { sessionIdOf } from '../../session/stored-session.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from './cart-api.ts'
import { localCartChanged, mergeFailed } from './cart-slice.ts'
import { inCartQueue, showServerCart } from './change-cart.ts'
import { readLocalCart } from './local-cart.ts'

/** Pauses between retries in ms; after the last one the next page load retries. */
const RETRY_PAUSES_MS = [1_000, 3_000, 9_000]

/** Adds the visitor's cart to the buyer's, once per session however many attempts it takes. */
export function mergeCarts(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { storage }) => {
    const { auth } = getState()
    const { userRole, userId } = summarize(auth)
    const cart = readLocalCart(storage)
    const merge_id = sessionIdOf(auth.token)
    if (userRole !== 'buyer' || Object.keys(cart).length === 0 || merge_id === null) {
      dispatch(firstLoginCompleted())
      return
    }
    for (const pauseMs of [...RETRY_PAUSES_MS, 0]) {
      const merge = () => dispatch(tryMerge({ userId, merge_id, cart }))
      if (await dispatch(inCartQueue(userId, merge))) return
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (getState().auth.user?.id !== userId) return
    }
  }
}

interface Merge {
  userId: string
  /** The same for all attempts, so that the server merges once. */
  merge_id: string
  cart: Cart
}

function tryMerge({ userId, merge_id, cart }: Merge): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const { data, error } = await dispatch(cartApi.endpoints.mergeCart.initiate({ merge_id, cart }, { track: false }))
    // Another user may have signed in since.
    if (getState().auth.user?.id !== userId) return true
    if (!data) {
      console.error(cartMessages.mergeFailedLog, cartMessages.mergeFailed, error)
      dispatch(mergeFailed())
      // The merge may have been made although the response was lost.
      dispatch(api.util.invalidateTags(['Cart']))
      return false
    }
    dispatch(localCartChanged({}))
    await dispatch(showServerCart(userId, data.cart))
    dispatch(firstLoginCompleted())
    return true
  }
}
