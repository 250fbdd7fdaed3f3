import { cartErrors } from '../../../shared/cart/errors.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { addToCart, limitText } from './change-cart.ts'

interface Added {
  added: number
  isLimited: boolean
  /** Names the products that were not added, and the limits; absent when all were. */
  failure?: string
}

/** Adds products to the cart one after the other, until it is full. */
export function addEach(
  products: readonly { product_id: string; product_name: string; quantity?: number }[],
): AppThunk<Promise<Added>> {
  return async (dispatch) => {
    const missing: string[] = []
    const limits = new Set<string>()
    for (const { product_id, product_name, quantity } of products) {
      const isFull = limits.has(cartErrors.cart_full.text)
      const outcome = isFull ? 'failed' : await dispatch(addToCart(product_id, quantity))
      const limit = limitText(outcome)
      if (limit !== null) limits.add(limit)
      if (outcome !== 'done') missing.push(product_name)
    }
    const done = { added: products.length - missing.length, isLimited: limits.size > 0 }
    if (!missing.length) return done
    return { ...done, failure: [cartMessages.addFailedFor({ names: missing }), ...limits].join('. ') }
  }
}
