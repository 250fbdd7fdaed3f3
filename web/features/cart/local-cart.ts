import { LOCAL_CART_KEY } from '../../../shared/cart/constants.ts'
import { readCart } from '../../../shared/cart/rules.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import type { BrowserStorage } from '../../api/browser-storage.ts'

/** Returns the visitor's cart as local storage has it now, also after a change in another tab. */
export function readLocalCart(storage: BrowserStorage): Cart {
  return readCart(storage.read('localStorage', LOCAL_CART_KEY))
}

/** Stores the visitor's cart; an empty one leaves nothing behind. */
export function writeLocalCart(storage: BrowserStorage, cart: Cart): void {
  storage.write('localStorage', LOCAL_CART_KEY, Object.keys(cart).length ? JSON.stringify(cart) : null)
}
