import { productNumberOf } from './product-ids.ts'

/** A value read from the catalog, with the tags of what it depends on. */
export interface Shown<T> {
  value: T
  tags: readonly string[]
}

/** Prices in one step differ by less than its square root: changes of similar prices have a tag in common. */
const STEPS_PER_DOUBLING = 2
/** All higher prices are in the last one. */
const LAST_STEP = 40

/** The tags of parts of the catalog: a response has those of the parts it shows or depends on, a change of those it touches. */
export const tagOf = {
  /** Any part: a response that has it is dropped by every change. */
  market: 'market',
  product: (product_id: string) => `product:${productNumberOf(product_id)}`,
  /** Products that enter the shop, which may be among its first. */
  first: 'first',
  flashSale: 'flash-sale',
  /** Which products a category has, or `all`, in the order of their names. */
  list: (category: string) => `list:${category}`,
  /** The price of any product. */
  prices: 'prices',
  /** Products of a category with about these prices. */
  priceRange: (category: string, from: number, to: number) => {
    const first = stepOf(from)
    return Array.from({ length: stepOf(to) - first + 1 }, (_, index) => `price:${category}:${first + index}`)
  },
  /** A seller by handle: the name, the picture, the page. */
  seller: (handle: string) => `seller:${handle}`,
  /** The name of any seller. */
  sellerNames: 'seller-names',
  sellerProducts: (seller_id: string) => `seller-products:${seller_id}`,
  sellerRating: (seller_id: string) => `seller-rating:${seller_id}`,
}

function stepOf(price: number): number {
  return Math.min(LAST_STEP, Math.floor(STEPS_PER_DOUBLING * Math.log2(1 + Math.max(0, price))))
}
