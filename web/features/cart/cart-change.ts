import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { withAdded, withQuantity } from '../../../shared/cart/rules.ts'
import type { Cart } from '../../../shared/cart/schema.ts'

/** One change that a user makes to the cart. */
export type CartChange =
  | { kind: 'add'; product_id: string; quantity: number }
  /** A quantity of 0 or less removes the line. */
  | { kind: 'set'; product_id: string; quantity: number }
  | { kind: 'clear' }

/** Returns the cart after a change. */
export function applyChange(cart: Cart, change: CartChange): Cart {
  if (change.kind === 'clear') return {}
  const { product_id, quantity } = change
  return change.kind === 'add' ? withAdded(cart, product_id, quantity) : withQuantity(cart, product_id, quantity)
}

/** Why a cart has no room for the whole of a change; named like the server's refusals. */
export type CartLimit = 'cart_full' | 'quantity_too_large'

/** Returns the limit that a change exceeds: of lines, or of units in the line; null when the cart has room for all of it. */
export function limitExceeded(cart: Cart, change: CartChange): CartLimit | null {
  if (change.kind !== 'add') return null
  const { product_id, quantity } = change
  if ((cart[product_id] ?? 0) + quantity > MAX_LINE_QUANTITY) return 'quantity_too_large'
  return product_id in cart || Object.keys(cart).length < MAX_CART_LINES ? null : 'cart_full'
}

/** Returns whether `later` overwrites the line that `earlier` sets, so that `earlier` need not be sent. */
export function supersedes(later: CartChange, earlier: CartChange): boolean {
  return later.kind === 'set' && earlier.kind === 'set' && later.product_id === earlier.product_id
}
