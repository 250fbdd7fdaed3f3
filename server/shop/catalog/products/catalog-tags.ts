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

/** The fields that decide a product's place in lists. */
export interface ListedFacts {
  seller_id: string
  product_name: string
  product_price: number
  product_category: string[]
  flash_sale: boolean
}
export interface ListedProduct extends ListedFacts {
  product_id: string
}

/** Returns the tags of a product's change; a state is undefined while the product is not in the shop. */
export function productChange(
  product_id: string,
  before: ListedFacts | undefined,
  after: ListedFacts | undefined,
): string[] {
  const isSamePrice = before?.product_price === after?.product_price
  const isRelisted =
    before?.product_name !== after?.product_name || before?.product_category.join() !== after?.product_category.join()
  const places = isSamePrice && !isRelisted ? [] : [before, after].filter((facts) => facts !== undefined)
  const categories = new Set(places.flatMap(({ product_category }) => product_category))
  return [
    tagOf.product(product_id),
    ...(after && !before ? [tagOf.first] : []),
    ...(after?.flash_sale && !before?.flash_sale ? [tagOf.flashSale] : []),
    ...(isRelisted ? ['all', ...categories].map(tagOf.list) : []),
    ...(isSamePrice ? [] : [tagOf.prices]),
    ...places.flatMap(({ product_category, product_price }) =>
      product_category.flatMap((category) => tagOf.priceRange(category, product_price, product_price)),
    ),
    ...places.map(({ seller_id }) => tagOf.sellerProducts(seller_id)),
  ]
}

export function productsEnter(products: readonly ListedProduct[]): string[] {
  return products.flatMap((product) => productChange(product.product_id, undefined, product))
}

export function productsLeave(products: readonly ListedProduct[]): string[] {
  return products.flatMap((product) => productChange(product.product_id, product, undefined))
}

/** Returns the tags of changed products that keep their place in all lists, except perhaps the flash sale's. */
export function productsChange(productIds: readonly string[], { entersFlashSale = false } = {}): string[] {
  return [...productIds.map(tagOf.product), ...(entersFlashSale ? [tagOf.flashSale] : [])]
}

export function productsRated(products: readonly { product_id: string; seller_id: string }[]): string[] {
  return products.flatMap(({ product_id, seller_id }) => [tagOf.product(product_id), tagOf.sellerRating(seller_id)])
}

/** Returns the tags of a changed seller profile, with its old and new handles. */
export function sellerChange(...handles: string[]): string[] {
  return [tagOf.sellerNames, ...handles.map(tagOf.seller)]
}
