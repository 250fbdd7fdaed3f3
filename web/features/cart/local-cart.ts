import { LOCAL_CART_KEY } from '../../../shared/cart/constants.ts'
import { readCart } from '../../../shared/cart/rules.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import type { AppThunk, StartListening } from '../../api/app-store.ts'
import { type BrowserStorage, parseJson } from '../../api/browser-storage.ts'
import { cartApi } from './cart-api.ts'

/** Local storage key: the names of a visitor's products, for those that leave the shop. */
const KEY = 'cart-names'
/** Local storage key of `use-quote.ts`. */
export const COUNTRY_KEY = 'delivery-country'
/** Session storage key of `use-quote.ts`: a choice outlasts reloads and a sign-in. */
export const CHOICES_KEY = 'delivery-choices'

/** Returns the names that the products of the visitor's cart had when they were last seen, by id. */
export function readSeenNames(): AppThunk<Record<string, string>> {
  return (_dispatch, _getState, { storage }) => {
    const stored = parseJson(storage.read('localStorage', KEY))
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, name]) => typeof name === 'string'))
  }
}

/** Stores the names of a visitor's products when they are fetched. */
export function startSeenNamesListeners(startListening: StartListening): void {
  startListening({
    matcher: cartApi.endpoints.getCartProducts.matchFulfilled,
    effect: ({ payload }, { dispatch, extra: { storage } }) => {
      const inCart = Object.keys(readLocalCart(storage))
      const before = dispatch(readSeenNames())
      const names = inCart.flatMap((id) => {
        const name = payload[id]?.product_name ?? before[id]
        return name === undefined ? [] : [[id, name]]
      })
      storage.write('localStorage', KEY, names.length ? JSON.stringify(Object.fromEntries(names)) : null)
    },
  })
}

/** Returns the visitor's cart as local storage has it now, even after a change in another tab. */
export function readLocalCart(storage: BrowserStorage): Cart {
  return readCart(storage.read('localStorage', LOCAL_CART_KEY))
}

/** Stores the visitor's cart; an empty one leaves nothing behind. */
export function writeLocalCart(storage: BrowserStorage, cart: Cart): void {
  storage.write('localStorage', LOCAL_CART_KEY, Object.keys(cart).length ? JSON.stringify(cart) : null)
}
