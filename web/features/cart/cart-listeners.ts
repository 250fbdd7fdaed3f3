import { LOCAL_CART_KEY } from '../../../shared/cart/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { api } from '../../api/api.ts'
import { hydrated, type StartListening } from '../../api/app-store.ts'
import { loggedOut } from '../../session/session-slice.ts'
import { showError } from '../../ui/overlay/toasts.tsx'
import { localCartChanged, localCartRead, serverCartChanged } from './cart-slice.ts'
import { CHOICES_KEY, COUNTRY_KEY, readLocalCart, startSeenNamesListeners, writeLocalCart } from './local-cart.ts'
import { mergeCarts } from './merge-cart.ts'

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
