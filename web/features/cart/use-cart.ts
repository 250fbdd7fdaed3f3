import { useMemo } from 'react'
import { useSelector, useStore } from 'react-redux'
import { countUnits } from '../../../shared/cart/rules.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { useSession } from '../../session/use-session.ts'
import { useGetCartQuery } from './cart-api.ts'
import { applyChange } from './cart-change.ts'
import type { CartState } from './cart-slice.ts'
import { type CartOutcome, type CartStore, changeCart, clearCartAfterOrder } from './change-cart.ts'

/** The cart of whoever is there, and what can be done with it. Nothing here shows a toast: the caller knows its words. */
export interface CartHandle {
  cart: Cart
  /** All units of all lines. */
  count: number
  /** False until the right cart is known; show neither a number nor "empty" before. */
  ready: boolean
  /** The buyer's cart could not be fetched; `retry` asks again. */
  failed: boolean
  retry: () => void
  add: (productId: string, quantity?: number) => Promise<CartOutcome>
  /** 0 or less removes the line. */
  setQuantity: (productId: string, quantity: number) => Promise<CartOutcome>
  remove: (productId: string) => Promise<CartOutcome>
  clear: () => Promise<CartOutcome>
  /** For the confirmation page; false when the server did not do it. */
  clearAfterOrder: (orderId: string) => Promise<boolean>
}

const NOTHING: Cart = {}

/** The cart: a buyer's from the server with the changes under way, a visitor's from local storage. Empty for others. */
export function useCart(): CartHandle {
  const store = useStore() as unknown as CartStore
  const shown = useShownCart()
  const actions = useMemo(() => cartActions(store), [store])
  return { ...shown, count: countUnits(shown.cart), ...actions }
}

function useShownCart(): Pick<CartHandle, 'cart' | 'ready' | 'failed' | 'retry'> {
  const { ready, isLoggedIn, isFirstLogin, userRole, userId } = useSession()
  const { local, pending, mergeFailed } = useSelector(({ cart }: { cart: CartState }) => cart)
  const isBuyer = isLoggedIn && userRole === 'buyer'
  const { currentData, isError, refetch } = useGetCartQuery(userId, { skip: !isBuyer })
  const server = useMemo(
    () => pending.reduce((cart, { change }) => applyChange(cart, change), currentData ?? NOTHING),
    [currentData, pending],
  )
  if (isBuyer) {
    // Until the visitor's cart is merged into it, the buyer's own shows too little.
    const merged = !isFirstLogin || mergeFailed
    return { cart: server, ready: currentData !== undefined && merged, failed: isError && !currentData, retry: refetch }
  }
  const cart = isLoggedIn ? NOTHING : (local ?? NOTHING)
  return { cart, ready: ready && local !== null, failed: false, retry: () => {} }
}

function cartActions(store: CartStore) {
  return {
    add: (product_id: string, quantity = 1) => changeCart(store, { kind: 'add', product_id, quantity }),
    setQuantity: (product_id: string, quantity: number) => changeCart(store, { kind: 'set', product_id, quantity }),
    remove: (product_id: string) => changeCart(store, { kind: 'set', product_id, quantity: 0 }),
    clear: () => changeCart(store, { kind: 'clear' }),
    clearAfterOrder: (orderId: string) => clearCartAfterOrder(store, orderId),
  }
}
