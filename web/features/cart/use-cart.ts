import { useMemo } from 'react'
import { countUnits } from '../../../shared/cart/rules.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { useAppSelector } from '../../api/app-store.ts'
import { useSession } from '../../session/use-session.ts'
import { cartApi } from './cart-api.ts'
import { applyChange } from './cart-change.ts'

export interface ShownCart {
  cart: Cart
  count: number
  /** False until the right cart is known; show neither a number nor "empty" before. */
  ready: boolean
  /** The buyer's cart could not be fetched; `retry` fetches it again. */
  failed: boolean
  retry: () => void
}

const NOTHING: Cart = {}

/** Returns the ids of a cart's products, sorted so that equal carts share a query. */
export function productIdsOf(cart: Cart): string {
  return Object.keys(cart).sort().join(',')
}

/** Returns the units of a cart, without those of products known to be gone. */
export function countExisting(cart: Cart, products: Record<string, unknown> | undefined): number {
  return countUnits(Object.fromEntries(Object.entries(cart).filter(([id]) => products?.[id] !== null)))
}

/** The result during server rendering, which has no visitor. */
const UNKNOWN: ShownCart = { cart: NOTHING, count: 0, ready: false, failed: false, retry: () => {} }

/** The number on the cart's badge, without products that no longer exist once that is known; null until it is ready. */
export const useCartCount: () => number | null = import.meta.env.SSR ? () => null : useKnownCount

/** The cart: a buyer's from the server with pending changes applied, a visitor's from local storage. Empty for others. */
export const useCart: () => ShownCart = import.meta.env.SSR ? () => UNKNOWN : useKnownCart

function useKnownCount(): number | null {
  const { cart, ready } = useKnownCart()
  const ids = productIdsOf(cart)
  const { data: products } = cartApi.useGetCartProductsQuery(ids, { skip: ids === '' || !ready })
  return ready ? countExisting(cart, products) : null
}

function useKnownCart(): ShownCart {
  const shown = useOwnCart()
  return { ...shown, count: countUnits(shown.cart) }
}

function useOwnCart(): Omit<ShownCart, 'count'> {
  const { ready, isLoggedIn, isFirstLogin, userRole, userId } = useSession()
  const { local, pending, mergeFailed } = useAppSelector(({ cart }) => cart)
  const isBuyer = isLoggedIn && userRole === 'buyer'
  const { currentData, isError, refetch } = cartApi.useGetCartQuery(userId, { skip: !isBuyer })
  const server = useMemo(
    () => pending.reduce((cart, { change }) => applyChange(cart, change), currentData ?? NOTHING),
    [currentData, pending],
  )
  if (isBuyer) {
    // Until the visitor's cart is merged into it, the buyer's cart is incomplete.
    const merged = !isFirstLogin || mergeFailed
    return { cart: server, ready: currentData !== undefined && merged, failed: isError && !currentData, retry: refetch }
  }
  const cart = isLoggedIn ? NOTHING : (local ?? NOTHING)
  return { cart, ready: ready && local !== null, failed: false, retry: () => {} }
}
