import { useRef, useState } from 'react'
import { cartMessages, cartRefusals } from '../../../../shared/cart/messages.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { savedListMessages } from '../../../../shared/saved/list-messages.ts'
import { type AppThunk, useAppDispatch } from '../../../api/app-store.ts'
import { Button } from '../../../ui/button.tsx'
import { ShoppingCart } from '../../../ui/icons.tsx'
import { showError, showSuccessWithLink } from '../../../ui/overlay/toasts.tsx'
import { cartApi } from '../../cart/cart-api.ts'
import { VIEW_CART } from '../../cart/cart-slice.ts'
import { addToCart, limitText } from '../../cart/change-cart.ts'

/** Products of a list that are asked for at once. */
export const STEP = 48

/** Adds one unit of each product on the wish list that can be bought to the cart. */
export function AddAllButton({ ids }: { ids: readonly string[] }) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function addAll(): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    const { added, failure } = await dispatch(addEach(ids))
    running.current = false
    setBusy(false)
    if (failure) showError(failure)
    else if (added) showSuccessWithLink(savedListMessages.added(added), VIEW_CART)
    else showError(savedListMessages.soldOut)
  }

  return (
    <Button variant="secondary" busy={busy} onClick={addAll}>
      <ShoppingCart aria-hidden className="size-4.5" /> {savedListMessages.addAll}
    </Button>
  )
}

interface Added {
  added: number
  /** What kept some out of the cart. */
  failure?: string
}

function addEach(ids: readonly string[]): AppThunk<Promise<Added>> {
  return async (dispatch) => {
    const missing: string[] = []
    const limits = new Set<string>()
    let added = 0
    const products = await dispatch(productsOf(ids))
    if (!products) return { added, failure: cartMessages.addProductFailedToast }
    for (const { product_id, product_name, stock_state } of products) {
      if (stock_state === 'out') continue
      const outcome = limits.has(cartRefusals.cart_full) ? LEFT_OUT : await dispatch(addToCart(product_id))
      const limit = limitText(outcome)
      if (limit !== null) limits.add(limit)
      if (outcome === 'done') added++
      else missing.push(product_name)
    }
    return missing.length ? { added, failure: [cartMessages.addFailedFor(missing), ...limits].join('. ') } : { added }
  }
}

const LEFT_OUT = 'failed'

/** Returns those that are in the shop, in their order, as the list shows them; undefined when they cannot be had. */
function productsOf(ids: readonly string[]): AppThunk<Promise<ProductCard[] | undefined>> {
  return async (dispatch) => {
    const found: ProductCard[] = []
    for (let start = 0; start < ids.length; start += STEP) {
      const some = ids.slice(start, start + STEP)
      const query = cartApi.endpoints.getCartProducts.initiate(some.toSorted().join(','), { subscribe: false })
      const { data } = await dispatch(query)
      if (!data) return undefined
      found.push(...some.flatMap((id) => data[id] ?? []))
    }
    return found
  }
}
