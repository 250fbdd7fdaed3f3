import { LOCAL_CART_KEY } from '../../../shared/cart/constants.ts'
import { readCart } from '../../../shared/cart/rules.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { readText, writeText } from '../../session/stored-text.ts'

/** The visitor's cart as local storage has it now, also after a change in another tab. */
export function readLocalCart(): Cart {
  return readCart(readText('localStorage', LOCAL_CART_KEY))
}

/** Keeps the visitor's cart; an empty one leaves nothing behind. */
export function writeLocalCart(cart: Cart): void {
  writeText('localStorage', LOCAL_CART_KEY, Object.keys(cart).length ? JSON.stringify(cart) : null)
}
