import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { withAdded, withQuantity } from '../../../shared/cart/rules.ts'
import type { Cart } from '../../../shared/cart/schema.ts'

/** One thing a person does to their cart. */
export type CartChange =
  | { kind: 'add'; product_id: string; quantity: number }
  /** A quantity of 0 or less removes the line. */
  | { kind: 'set'; product_id: string; quantity: number }
  | { kind: 'clear' }

/** The cart as it looks after a change. */
export function applyChange(cart: Cart, change: CartChange): Cart {
  if (change.kind === 'clear') return {}
  const { product_id, quantity } = change
  return change.kind === 'add' ? withAdded(cart, product_id, quantity) : withQuantity(cart, product_id, quantity)
}

/** Whether a cart takes the whole of a change: it has a line for it or room for one, and the line has room for more. */
export function hasRoom(cart: Cart, change: CartChange): boolean {
  if (change.kind !== 'add') return true
  const quantity = (cart[change.product_id] ?? 0) + change.quantity
  return quantity <= MAX_LINE_QUANTITY && (change.product_id in cart || Object.keys(cart).length < MAX_CART_LINES)
}

/** Whether `later` decides the same line anew, so that `earlier` need not be sent any more. */
export function supersedes(later: CartChange, earlier: CartChange): boolean {
  return later.kind === 'set' && earlier.kind === 'set' && later.product_id === earlier.product_id
}
