import { LOCAL_CART_KEY } from '../../../shared/cart/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { api } from '../../api/api.ts'
import { type AppThunk, hydrated, type StartListening } from '../../api/app-store.ts'
import { firstLoginCompleted, loggedOut } from '../../session/session-slice.ts'
import { sessionIdOf } from '../../session/stored-session.ts'
import { summarize } from '../../session/use-session.ts'
import { showError } from '../../ui/overlay/toasts.tsx'
import { cartApi } from './cart-api.ts'
import { localCartChanged, localCartRead, mergeFailed, serverCartChanged } from './cart-slice.ts'
import { inCartQueue, showServerCart } from './change-cart.ts'
import { CHOICES_KEY, COUNTRY_KEY, readLocalCart, startSeenNamesListeners, writeLocalCart } from './local-cart.ts'

/** The broadcast channel of cart changes; its messages are buyers' ids. */
const CHANNEL = 'cart'

/** Reads the visitor's cart after hydration, synchronizes tabs, and merges the carts at the first login. */
export function startCartListeners(startListening: StartListening): void {
  storeLocalCart(startListening)
  mergeAtFirstLogin(startListening)
  followOtherTabs(startListening)
  startSeenNamesListeners(startListening)
}

function storeLocalCart(startListening: StartListening): void {
  startListening({
    actionCreator: hydrated,
    effect: (_action, { dispatch, extra, unsubscribe }) => {
      unsubscribe()
      const read = () => dispatch(localCartRead(readLocalCart(extra.storage)))
      read()
      addEventListener('storage', ({ key }) => {
        if (key === LOCAL_CART_KEY || key === null) read()
      })
    },
  })
  startListening({
    actionCreator: localCartChanged,
    effect: (_action, { getState, extra }) => writeLocalCart(extra.storage, getState().cart.local ?? {}),
  })
  startListening({
    actionCreator: loggedOut,
    effect: (_action, { extra }) => {
      writeLocalCart(extra.storage, {})
      extra.storage.write('localStorage', COUNTRY_KEY, null)
      extra.storage.write('sessionStorage', CHOICES_KEY, null)
      // Otherwise the next user of this browser would see the cart.
      if (Object.keys(readLocalCart(extra.storage)).length) showError(cartMessages.clearOnLogoutFailed)
    },
  })
}

function mergeAtFirstLogin(startListening: StartListening): void {
  startListening({
    predicate: (_action, { auth }, { auth: before }) =>
      auth.isFirstLogin && !(before.isFirstLogin && before.user?.id === auth.user?.id),
    effect: (_action, { dispatch }) => dispatch(mergeCarts()),
  })
}

function followOtherTabs(startListening: StartListening): void {
  startListening({
    actionCreator: hydrated,
    effect: (_action, { dispatch, getState, extra, unsubscribe }) => {
      unsubscribe()
      const channel = new BroadcastChannel(CHANNEL)
      channel.onmessage = ({ data: buyerId }) => {
        if (buyerId !== getState().auth.user?.id) return
        // Queued after running calls, whose responses could be older than the other tab's change.
        void extra.cartQueue.run(async () => void dispatch(api.util.invalidateTags(['Cart'])))
      }
      startListening({
        actionCreator: serverCartChanged,
        effect: ({ payload: buyerId }) => channel.postMessage(buyerId),
      })
    },
  })
}

/** Pauses between retries in ms; after the last one the next page load retries. */
const RETRY_PAUSES_MS = [1_000, 3_000, 9_000]

/** Adds the visitor's cart to the buyer's, once per session however many attempts it takes. */
function mergeCarts(): AppThunk<Promise<void>> {
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
