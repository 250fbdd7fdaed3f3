import { slugOfCategory } from '../../../../shared/catalog/categories.ts'
import type { ProductRow } from '../../../../shared/catalog/schema.ts'
import type { LISTED_COLUMNS } from './product-columns.ts'
import { productNumberOf } from './product-ids.ts'

/** A value read from the catalog, with its tags. */
export interface Tagged<T> {
  value: T
  tags: readonly string[]
}

/** The tags of the catalog. A response has tags for everything that it depends on; a change invalidates tags. */
export const tagOf = {
  /** Every change invalidates a response with this tag. */
  market: 'market',
  product: (product_id: string) => `product:${productNumberOf(product_id)}`,
  /** Products that enter the shop, possibly among the first ones. */
  first: 'first',
  flashSale: 'flash-sale',
  /** The products of a category's slug, or of `all`, ordered by name. */
  list: (slug: string) => `list:${slug}`,
  /** The prices of a category's slug, or of `all`, also of products that enter or leave it. */
  prices: (slug: string) => `prices:${slug}`,
  /** A seller by handle: name, picture and page. */
  seller: (handle: string) => `seller:${handle}`,
  sellerNames: 'seller-names',
  sellerProducts: (seller_id: string) => `seller-products:${seller_id}`,
  /** The marketplace's own name, look and footer, which every page shows. */
  settings: 'settings',
  sellerRating: (seller_id: string) => `seller-rating:${seller_id}`,
  /** The pages that the marketplace writes itself, and links to them. */
  sitePages: 'site-pages',
}

/** The fields that decide a product's place in lists. */
export type ListedProduct = Pick<ProductRow, (typeof LISTED_COLUMNS)[number]>

/** Returns the tags of a product's change; a state is undefined while the product is not in the shop. */
export function productChange(before: ListedProduct | undefined, after: ListedProduct | undefined): string[] {
  const isSamePrice = before?.product_price === after?.product_price
  const isRelisted =
    before?.product_name !== after?.product_name || before?.product_category.join() !== after?.product_category.join()
  const states = [before, after].filter((state) => state !== undefined)
  const places = isSamePrice && !isRelisted ? [] : states
  const lists = ['all', ...new Set(places.flatMap(({ product_category }) => product_category.map(slugOfCategory)))]
  return [
    ...new Set(states.map(({ product_id }) => tagOf.product(product_id))),
    ...(after && !before ? [tagOf.first] : []),
    ...(after?.flash_sale && !before?.flash_sale ? [tagOf.flashSale] : []),
    ...(isRelisted ? lists.map(tagOf.list) : []),
    ...(places.length ? lists.map(tagOf.prices) : []),
    ...places.map(({ seller_id }) => tagOf.sellerProducts(seller_id)),
  ]
}

export function productsEnter(products: readonly ListedProduct[]): string[] {
  return products.flatMap((product) => productChange(undefined, product))
}

export function productsLeave(products: readonly ListedProduct[]): string[] {
  return products.flatMap((product) => productChange(product, undefined))
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
