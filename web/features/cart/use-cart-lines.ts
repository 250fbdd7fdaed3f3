import { useMemo } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { ProductCard } from '../../../shared/catalog/schema.ts'
import { lineTotal, sumLines } from '../../../shared/pricing/line-total.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSession } from '../../session/use-session.ts'
import { cartApi } from './cart-api.ts'
import { readSeenNames } from './local-cart.ts'
import { countExisting, productIdsOf, type ShownCart, useCart } from './use-cart.ts'

export interface CartLine {
  product_id: string
  quantity: number
  /** The product's name; of a deleted product its id, if no name is known. */
  name: string
  /** Undefined when the product no longer exists. */
  product: ProductCard | undefined
  /** Dollars at the current price; 0 for a missing product. */
  total: number
}

interface CartLines extends ShownCart {
  lines: CartLine[]
  /** The ids of lines whose products no longer exist; `count` and `total` leave them out. */
  gone: string[]
  /** Dollars, without charges. */
  goods: number
  /** The text of the failure, when `failed`. */
  failure: string
  retrying: boolean
}

/** The cart with its products at their current prices. `ready` once both are known, `failed` when either cannot be fetched. */
export function useCartLines(): CartLines {
  const shown = useCart()
  const { cart } = shown
  const ids = productIdsOf(cart)
  const {
    data: products,
    isError,
    isFetching,
    refetch,
  } = cartApi.useGetCartProductsQuery(ids, {
    skip: ids === '',
    // Prices and availability change while a cart exists.
    refetchOnMountOrArgChange: true,
  })
  const hasGone = Object.keys(cart).some((id) => products?.[id] === null)
  const names = useGoneNames(hasGone)
  const lines = useMemo(() => linesOf(cart, products ?? {}, names), [cart, products, names])
  // `null` is a deleted product.
  const unknown = lines.some(({ product_id }) => products?.[product_id] === undefined)
  return {
    ...shown,
    lines,
    count: countExisting(cart, products),
    gone: lines.filter(({ product }) => !product).map(({ product_id }) => product_id),
    goods: sumLines(lines.map(({ product, quantity }) => ({ unitPrice: product?.product_price ?? 0, quantity }))),
    ready: shown.ready && !unknown,
    failed: shown.failed || (unknown && isError),
    failure: shown.failed ? cartMessages.fetchFailed : catalogMessages.fetchProductDetailsFailed,
    retrying: isFetching,
    retry: () => {
      if (shown.failed) shown.retry()
      if (isError) void refetch()
    },
  }
}

const NO_NAMES: Record<string, string> = {}

function useGoneNames(hasGone: boolean): Readonly<Record<string, string>> {
  const { isLoggedIn, userId } = useSession()
  const dispatch = useAppDispatch()
  const { currentData } = cartApi.useGetGoneNamesQuery(userId, { skip: !isLoggedIn || !hasGone })
  const seen = useMemo(
    () => (hasGone && !isLoggedIn ? dispatch(readSeenNames()) : NO_NAMES),
    [hasGone, isLoggedIn, dispatch],
  )
  return isLoggedIn ? (currentData ?? NO_NAMES) : seen
}

function linesOf(
  cart: Record<string, number>,
  products: Record<string, ProductCard | null>,
  names: Readonly<Record<string, string>>,
): CartLine[] {
  return Object.entries(cart).map(([product_id, quantity]) => {
    const product = products[product_id] ?? undefined
    const name = product?.product_name ?? names[product_id] ?? product_id
    return { product_id, quantity, name, product, total: product ? lineTotal(product.product_price, quantity) : 0 }
  })
}
