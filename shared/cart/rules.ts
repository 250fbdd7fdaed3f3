import { PRODUCT_ID_PATTERN } from '../catalog/constants.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from './constants.ts'
import type { Cart } from './schema.ts'

/** Parses a stored cart of unknown content: returns its valid lines, never throws. */
export function readCart(stored: string | null): Cart {
  const cart: Cart = Object.create(null)
  let content: unknown
  try {
    content = JSON.parse(stored ?? '{}')
  } catch {
    return cart
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return cart
  for (const [productId, quantity] of Object.entries(content).slice(0, MAX_CART_LINES)) {
    if (!PRODUCT_ID_PATTERN.test(productId)) continue
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) continue
    cart[productId] = Math.min(quantity, MAX_LINE_QUANTITY)
  }
  return cart
}

/** Returns the cart with `quantity` more of a product, within the limit of a line. */
export function withAdded(cart: Cart, productId: string, quantity: number): Cart {
  return withQuantity(cart, productId, (cart[productId] ?? 0) + quantity)
}

/** Returns the cart with a line set to `quantity`; 0 or less removes it. */
export function withQuantity(cart: Cart, productId: string, quantity: number): Cart {
  const next: Cart = Object.assign(Object.create(null), cart)
  if (quantity <= 0) delete next[productId]
  else next[productId] = Math.min(quantity, MAX_LINE_QUANTITY)
  return next
}

/** Returns the number on the cart's badge: units of all lines. */
export function countUnits(cart: Cart): number {
  return Object.values(cart).reduce((sum, quantity) => sum + quantity, 0)
}
