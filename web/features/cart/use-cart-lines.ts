import { useMemo } from 'react'
import type { ProductCard } from '../../../shared/catalog/schema.ts'
import { lineTotal, sumLines } from '../../../shared/kernel/money.ts'
import { useGetCartProductsQuery } from './cart-api.ts'
import { type ShownCart, useCart } from './use-cart.ts'

export interface CartLine {
  product_id: string
  quantity: number
  /** Undefined when the product no longer exists. */
  product: ProductCard | undefined
  /** Dollars at the present price; 0 for a missing product. */
  total: number
}

interface CartLines extends ShownCart {
  lines: CartLine[]
  /** Dollars for all lines. */
  total: number
  /** Fetching again after a failure. */
  retrying: boolean
}

/** The cart with its products at their present prices. `ready` once both are known, `failed` when either cannot be fetched. */
export function useCartLines(): CartLines {
  const shown = useCart()
  const { cart } = shown
  // The same products in another order are the same query.
  const ids = Object.keys(cart).sort().join(',')
  const {
    data: products,
    isError,
    isFetching,
    refetch,
  } = useGetCartProductsQuery(ids, {
    skip: ids === '',
    // Prices and availability change while a cart exists.
    refetchOnMountOrArgChange: true,
  })
  const lines = useMemo(() => linesOf(cart, products ?? {}), [cart, products])
  // A product's last known data stays until the next response, also that it no longer exists.
  const unknown = lines.some(({ product_id }) => products?.[product_id] === undefined)
  return {
    ...shown,
    lines,
    total: sumLines(lines.map(({ product, quantity }) => ({ unitPrice: product?.product_price ?? 0, quantity }))),
    ready: shown.ready && !unknown,
    failed: shown.failed || (unknown && isError),
    retrying: isFetching,
    retry: () => {
      if (shown.failed) shown.retry()
      if (isError) void refetch()
    },
  }
}

function linesOf(cart: Record<string, number>, products: Record<string, ProductCard | null>): CartLine[] {
  return Object.entries(cart).map(([product_id, quantity]) => {
    const product = products[product_id] ?? undefined
    return { product_id, quantity, product, total: product ? lineTotal(product.product_price, quantity) : 0 }
  })
}
