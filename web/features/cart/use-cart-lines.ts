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
  const lines = useMemo(() => linesOf(cart, products ?? []), [cart, products])
  // A product is gone only when the answer for the present lines does not have it.
  const answered = products !== undefined && !isFetching && !isError
  const unknown = ids !== '' && !answered && (products === undefined || lines.some((line) => !line.product))
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

function linesOf(cart: Record<string, number>, products: readonly ProductCard[]): CartLine[] {
  const known = new Map(products.map((product) => [product.product_id, product]))
  return Object.entries(cart).map(([product_id, quantity]) => {
    const product = known.get(product_id)
    return { product_id, quantity, product, total: product ? lineTotal(product.product_price, quantity) : 0 }
  })
}
