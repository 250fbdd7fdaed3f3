import { useMemo } from 'react'
import type { ProductCard } from '../../../shared/catalog/schema.ts'
import { lineTotal, sumLines } from '../../../shared/kernel/money.ts'
import { useGetCartProductsQuery } from './cart-api.ts'
import { type CartHandle, useCart } from './use-cart.ts'

export interface CartLine {
  product_id: string
  quantity: number
  /** Missing when the product does not exist any more. */
  product: ProductCard | undefined
  /** Dollars at the present price; 0 for a missing product. */
  total: number
}

interface CartLines extends CartHandle {
  lines: CartLine[]
  /** Dollars for all lines. */
  total: number
  /** Fetching again after a failure. */
  retrying: boolean
}

/** The cart with its products at their present prices. `ready` once both are known, `failed` when either is not to be had. */
export function useCartLines(): CartLines {
  const handle = useCart()
  const { cart } = handle
  // The same products in another order are the same question.
  const ids = Object.keys(cart).sort().join(',')
  const {
    data: products,
    isError,
    isFetching,
    refetch,
  } = useGetCartProductsQuery(ids, {
    skip: ids === '',
    // Prices and what is still there change while a cart stands.
    refetchOnMountOrArgChange: true,
  })
  const lines = useMemo(() => linesOf(cart, products ?? {}), [cart, products])
  // What an answer said stands until the next one, also that a product is gone.
  const unknown = lines.some(({ product_id }) => products?.[product_id] === undefined)
  return {
    ...handle,
    lines,
    total: sumLines(lines.map(({ product, quantity }) => ({ unitPrice: product?.product_price ?? 0, quantity }))),
    ready: handle.ready && !unknown,
    failed: handle.failed || (unknown && isError),
    retrying: isFetching,
    retry: () => {
      if (handle.failed) handle.retry()
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
