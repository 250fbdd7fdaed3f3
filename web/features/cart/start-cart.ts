import { LOCAL_CART_KEY } from '../../../shared/cart/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { api } from '../../api/api.ts'
import { firstLoginCompleted } from '../../session/session-slice.ts'
import { sessionIdOf } from '../../session/token-claims.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from './cart-api.ts'
import { listenToOtherTabs } from './cart-channel.ts'
import { localCartRead, mergeFailed } from './cart-slice.ts'
import { type CartStore, inCartsTurn, inTurn, showServerCart } from './change-cart.ts'
import { readLocalCart, writeLocalCart } from './local-cart.ts'

interface WatchedStore extends CartStore {
  subscribe(listener: () => void): () => void
}

/**
 * Brings the visitor's cart out of local storage, keeps all tabs in step and merges the carts at a buyer's first login.
 * Call after `startSession`. Answers what stops it.
 */
export function startCart(store: WatchedStore): () => void {
  const readAgain = () => store.dispatch(localCartRead(readLocalCart()))
  const onStorage = ({ key }: StorageEvent) => {
    if (key === LOCAL_CART_KEY || key === null) readAgain()
  }
  readAgain()
  addEventListener('storage', onStorage)
  const stops = [
    () => removeEventListener('storage', onStorage),
    keepLocalCart(store),
    mergeAtFirstLogin(store),
    listenToOtherTabs((buyerId) => {
      if (buyerId !== store.getState().auth.user?.id) return
      // After what is under way here, whose answer could be older than the change in the other tab.
      void inTurn(async () => void store.dispatch(api.util.invalidateTags(['Cart'])))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function keepLocalCart(store: WatchedStore): () => void {
  let kept = store.getState().cart.local
  return store.subscribe(() => {
    const { local } = store.getState().cart
    if (local === kept || local === null) return
    kept = local
    writeLocalCart(local)
  })
}

function mergeAtFirstLogin(store: WatchedStore): () => void {
  let triedFor = ''
  const look = () => {
    const { isFirstLogin, userId } = summarize(store.getState().auth)
    if (!isFirstLogin) triedFor = ''
    else if (triedFor !== userId) {
      triedFor = userId
      void mergeCarts(store)
    }
  }
  look()
  return store.subscribe(look)
}

/** Pauses between tries of a merge in ms; after the last one the next start tries again. */
const MERGE_PAUSES_MS = [1_000, 3_000, 9_000]

/** Adds the visitor's cart to the buyer's, once a session, however often it has to be tried. */
async function mergeCarts(store: CartStore): Promise<void> {
  const { auth } = store.getState()
  const { userRole, userId } = summarize(auth)
  const cart = readLocalCart()
  const merge_id = sessionIdOf(auth.token)
  if (userRole !== 'buyer' || Object.keys(cart).length === 0 || merge_id === null) {
    store.dispatch(firstLoginCompleted())
    return
  }
  for (const pauseMs of [...MERGE_PAUSES_MS, 0]) {
    if (await inCartsTurn(store, userId, () => tryMerge(store, { userId, merge_id, cart }))) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (store.getState().auth.user?.id !== userId) return
  }
}

/** Answers whether there is nothing more to try. */
async function tryMerge(
  store: CartStore,
  { userId, merge_id, cart }: { userId: string; merge_id: string; cart: Cart },
): Promise<boolean> {
  const { data, error } = await store.dispatch(
    cartApi.endpoints.mergeCart.initiate({ merge_id, cart }, { track: false }),
  )
  // Somebody else is here by now; their cart is none of this.
  if (store.getState().auth.user?.id !== userId) return true
  if (!data) {
    console.error(cartMessages.mergeFailedLog, error)
    store.dispatch(mergeFailed())
    // It may have reached the server although no answer came back.
    store.dispatch(api.util.invalidateTags(['Cart']))
    return false
  }
  store.dispatch(localCartRead({}))
  await showServerCart(store, userId, data.cart)
  store.dispatch(firstLoginCompleted())
  return true
}
