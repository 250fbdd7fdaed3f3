import type { ChangedTotal } from '../../../shared/orders/schema.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { summarize } from '../../session/use-session.ts'
import { cartApi } from '../cart/cart-api.ts'
import { showServerCart } from '../cart/change-cart.ts'
import { productIdsOf } from '../cart/use-cart.ts'
import type { CartLine } from '../cart/use-cart-lines.ts'

/** A line of the summary before the total changed. */
export interface FormerLine {
  quantity: number
  /** Dollars. */
  price: number
}

/** Returns quantities and prices of the summary by product. */
export function formerLines(lines: readonly CartLine[]): ReadonlyMap<string, FormerLine> {
  return new Map(
    lines.map(({ product_id, product, quantity }) => [product_id, { quantity, price: product?.product_price ?? 0 }]),
  )
}

/** Shows the cart and prices from the refusal, so that the next press orders them. */
export function showChangedTotal({ lines }: ChangedTotal): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { userId } = summarize(getState().auth)
    const shown = cartApi.endpoints.getCart.select(userId)(getState()).data ?? {}
    const quantities = new Map(lines.map(({ product_id, quantity }) => [product_id, quantity]))
    // Preserves the order of lines.
    const inOrder = [...new Set([...Object.keys(shown), ...quantities.keys()])].filter((id) => quantities.has(id))
    const cart = Object.fromEntries(inOrder.map((id) => [id, quantities.get(id) ?? 0]))
    await dispatch(showServerCart(userId, cart))
    dispatch(
      cartApi.util.updateQueryData('getCartProducts', productIdsOf(cart), (products) => {
        for (const { product_id, product_price } of lines) {
          const product = products[product_id]
          if (product) product.product_price = product_price
        }
      }),
    )
  }
}
