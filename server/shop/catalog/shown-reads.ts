import type { Db } from '../../../db/tables.ts'
import type { CategoryFilter } from '../../../shared/catalog/categories.ts'
import { CATEGORY_PAGE_SIZE, type RatingFilter, type SellerPageSort } from '../../../shared/catalog/constants.ts'
import type { Product, ProductCard, ProductList, ProductPage, SearchResult } from '../../../shared/catalog/schema.ts'
import type { FacetsQuery, SearchFacets, SearchQuery, Suggestions } from '../../../shared/catalog/search-schema.ts'
import type { Seller } from '../../../shared/catalog/seller-schema.ts'
import { pageRange } from '../../platform/data/page-range.ts'
import { listProductsOfSeller } from './editing/seller-page.ts'
import { type Shown, tagOf } from './products/catalog-tags.ts'
import { ALL_LISTING } from './products/listing-queries.ts'
import * as queries from './products/queries.ts'
import { countInCategories, listInCategories, readCategoryPage } from './products/queries.ts'
import { areFewRatedFrom } from './products/rating-queries.ts'
import { listRelated } from './products/related-queries.ts'
import { findSeller, findSellerIds, findSellersNamed } from './products/seller-page-queries.ts'
import { countFacets } from './search/count-facets.ts'
import { type Filters, filtersOf, lookAtPrices, lookBeyondLists, type MinRating } from './search/search-filters.ts'
import { searchProducts } from './search/search-products.ts'
import { suggest } from './search/suggest.ts'

// What visitors read of the catalog, each with what it depends on: the products that it shows, and those that could enter.

/** Returns the list of the flash sale. */
export async function showFlashSale(db: Db): Promise<Shown<ProductList>> {
  const products = await queries.listFlashSale(db)
  return { value: { products }, tags: [...tagsOf(products), tagOf.flashSale] }
}

/** Returns the first products of the shop. */
export async function showFirst(db: Db): Promise<Shown<ProductList>> {
  const products = await queries.listFirst(db)
  return { value: { products }, tags: [...tagsOf(products), tagOf.first] }
}

/** Returns the products of these ids that are in the shop; those that are not may enter it. */
export async function showByIds(db: Db, ids: string[]): Promise<Shown<ProductList>> {
  const products = await queries.listByIds(db, ids)
  return { value: { products }, tags: [...ids.map(tagOf.product), ...tagsOf(products)] }
}

/** Returns a product; undefined when it is not in the shop. */
export async function showProduct(db: Db, id: string): Promise<Shown<Product> | undefined> {
  const product = await queries.findProduct(db, id)
  return product && { value: product, tags: [...tagsOf([product]), tagOf.sellerRating(product.seller_id)] }
}

/** Returns the products related to one; undefined when that is not in the shop. */
export async function showRelated(db: Db, id: string): Promise<Shown<ProductList> | undefined> {
  const related = await listRelated(db, id)
  if (!related) return undefined
  const { products, ranges } = related
  const similar = ranges.flatMap(({ category, from, to }) => tagOf.priceRange(category, from, to))
  return { value: { products }, tags: [tagOf.product(id), ...tagsOf(products), ...similar] }
}

/** Returns a page of the products in these categories. */
export async function showCategories(db: Db, categories: CategoryFilter, page: number): Promise<Shown<ProductPage>> {
  const value = await listCategories(db, categories, page)
  const lists = categories === 'all' ? ['all'] : categories
  return { value, tags: [...tagsOf(value.products), ...lists.map(tagOf.list)] }
}

/** Returns a seller by a handle; undefined when there is none, or a suspended one. */
export async function showSeller(db: Db, handle: string): Promise<Shown<Seller> | undefined> {
  const seller = await findSeller(db, handle)
  if (!seller) return undefined
  const { seller_id, ...value } = seller
  return { value, tags: [tagOf.seller(value.handle), tagOf.sellerRating(seller_id)] }
}

/** Returns a page of a seller's products; undefined as above. */
export async function showSellerProducts(
  db: Db,
  handle: string,
  wanted: { sort: SellerPageSort; page: number },
): Promise<Shown<ProductPage> | undefined> {
  const seller = await findSeller(db, handle)
  if (!seller) return undefined
  const value = await listProductsOfSeller(db, seller.seller_id, wanted)
  const { handle: current, seller_id } = seller
  return { value, tags: [...tagsOf(value.products), tagOf.seller(current), tagOf.sellerProducts(seller_id)] }
}

/** Returns a page of a search; its counts are those of all categories. */
export async function showSearch(db: Db, query: SearchQuery): Promise<Shown<SearchResult>> {
  const filters = await readFilters(db, query)
  const [found, sellers] = await Promise.all([
    searchProducts(db, query, filters),
    query.q && (query.page ?? 1) === 1 ? findSellersNamed(db, query.q.trim()) : [],
  ])
  const value = { ...found, ...(sellers.length && { sellers }) }
  if (lookBeyondLists(filters)) return { value, tags: [tagOf.market] }
  // A seller with another name may be the one that is searched for, and found by words.
  const names = query.q ? [tagOf.sellerNames] : []
  const byPrice = lookAtPrices(filters) || (query.sort !== undefined && query.sort !== 'relevance')
  const prices = byPrice ? [tagOf.prices] : []
  return { value, tags: [...tagsOf(value.products), tagOf.list('all'), ...prices, ...names] }
}

/** Returns the figures of a search's filters. */
export async function showFacets(db: Db, query: FacetsQuery): Promise<Shown<SearchFacets>> {
  return { value: await countFacets(db, query, await readFilters(db, query)), tags: [tagOf.market] }
}

/** Returns what a search box suggests; changes elsewhere are seen when the response is too old to be kept. */
export async function showSuggestions(db: Db, text: string): Promise<Shown<Suggestions>> {
  const value = await suggest(db, text)
  return { value, tags: [...value.products.map(({ product_id }) => tagOf.product(product_id)), tagOf.sellerNames] }
}

async function readFilters(db: Db, query: FacetsQuery): Promise<Filters> {
  const [sellers, rating] = await Promise.all([
    query.seller && findSellerIds(db, query.seller),
    query.rating && readMinRating(db, query.rating),
  ])
  return filtersOf(query, sellers, rating)
}

/** Products with a high rating are read from their index up to so many: of more, enough are among those by name. */
const FEW_RATED = 5_000

async function readMinRating(db: Db, stars: RatingFilter): Promise<MinRating> {
  const tenths = 10 * Number(stars)
  return { tenths, areFew: await areFewRatedFrom(db, tenths, FEW_RATED) }
}

/** Returns the tags of products as they are shown, with the names of their sellers. */
function tagsOf(products: readonly Pick<ProductCard, 'product_id' | 'seller'>[]): string[] {
  return products.flatMap(({ product_id, seller }) => [
    tagOf.product(product_id),
    ...(seller ? [tagOf.seller(seller.handle)] : []),
  ])
}

async function listCategories(db: Db, categories: CategoryFilter, page: number): Promise<ProductPage> {
  const page_size = CATEGORY_PAGE_SIZE
  const [only, ...others] = categories === 'all' ? [ALL_LISTING] : categories
  const offset = (page - 1) * page_size
  if (only !== undefined && !others.length) return { ...(await readCategoryPage(db, only, offset)), page, page_size }
  const total = categories.length ? await countInCategories(db, categories) : 0
  const range = pageRange({ total, page, size: page_size })
  const products = range.limit ? await listInCategories(db, categories, range) : []
  return { products, total, page, page_size }
}
