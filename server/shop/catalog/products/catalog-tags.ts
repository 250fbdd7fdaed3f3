import { productNumberOf } from './product-ids.ts'

/** A value read from the catalog, with its tags. */
export interface Tagged<T> {
  value: T
  tags: readonly string[]
}

/** Prices in one step differ by less than the square root of 2, so that similar prices share a tag. */
const STEPS_PER_DOUBLING = 2
/** Contains all higher prices. */
const LAST_STEP = 40

/** The tags of the catalog: a response has the tags of what it depends on, a change those of what it changes. */
export const tagOf = {
  /** Every change drops a response with this tag. */
  market: 'market',
  product: (product_id: string) => `product:${productNumberOf(product_id)}`,
  /** Products that enter the shop, possibly among the first ones. */
  first: 'first',
  flashSale: 'flash-sale',
  /** The products of a category, or of `all`, ordered by name. */
  list: (category: string) => `list:${category}`,
  prices: 'prices',
  /** Products of a category in this range of prices. */
  priceRange: (category: string, from: number, to: number) => {
    const first = stepOf(from)
    return Array.from({ length: stepOf(to) - first + 1 }, (_, index) => `price:${category}:${first + index}`)
  },
  /** A seller by handle: name, picture and page. */
  seller: (handle: string) => `seller:${handle}`,
  sellerNames: 'seller-names',
  sellerProducts: (seller_id: string) => `seller-products:${seller_id}`,
  sellerRating: (seller_id: string) => `seller-rating:${seller_id}`,
}

function stepOf(price: number): number {
  return Math.min(LAST_STEP, Math.floor(STEPS_PER_DOUBLING * Math.log2(1 + Math.max(0, price))))
}
