import type { Db } from '../../../db/tables.ts'
import type { CategoryFilter } from '../../../shared/catalog/categories.ts'
import { CATEGORY_PAGE_SIZE, type SellerPageSort } from '../../../shared/catalog/constants.ts'
import type { Product, ProductCard, ProductList, ProductPage, SearchResult } from '../../../shared/catalog/schema.ts'
import type { FacetsQuery, SearchFacets, SearchQuery, Suggestions } from '../../../shared/catalog/search-schema.ts'
import type { Seller } from '../../../shared/catalog/seller-schema.ts'
import { pageRange } from '../../platform/data/page-range.ts'
import { type Filters, filtersOf, hasPriceFilter, needsMoreThanLists } from '../search/filters.ts'
import { listProductsOfSeller } from './editing/seller-page.ts'
import { type Tagged, tagOf } from './products/catalog-tags.ts'
import * as queries from './products/queries.ts'
import { listInCategories } from './products/queries.ts'
import { listRelated } from './products/related-queries.ts'
import { findSeller, findSellerIds, findSellersNamed } from './products/seller-page-queries.ts'
import type { Totals } from './products/totals.ts'
import { countSearchFacets, searchProducts } from './searches/search-products.ts'
import { suggestProducts } from './searches/suggest-products.ts'

// Reads of the catalog for visitors, each with the tags of the products it returns and of those that could enter.

export async function showFlashSale(db: Db): Promise<Tagged<ProductList>> {
  const products = await queries.listFlashSale(db)
  return { value: { products }, tags: [...tagsOf(products), tagOf.flashSale] }
}

export async function showFirst(db: Db): Promise<Tagged<ProductList>> {
  const products = await queries.listFirst(db)
  return { value: { products }, tags: [...tagsOf(products), tagOf.first] }
}

/** Returns those of these products that are in the shop, with the tags of all. */
export async function showByIds(db: Db, ids: string[]): Promise<Tagged<ProductList>> {
  const products = await queries.listByIds(db, ids)
  return { value: { products }, tags: [...ids.map(tagOf.product), ...tagsOf(products)] }
}

/** Returns a product; undefined if it is not in the shop. */
export async function showProduct(db: Db, id: string): Promise<Tagged<Product> | undefined> {
  const product = await queries.findProduct(db, id)
  return product && { value: product, tags: [...tagsOf([product]), tagOf.sellerRating(product.seller_id)] }
}

/** Returns the related products of one that is in the shop; undefined otherwise. */
export async function showRelated(db: Db, id: string): Promise<Tagged<ProductList> | undefined> {
  const related = await listRelated(db, id)
  if (!related) return undefined
  const { products, ranges } = related
  const similar = ranges.flatMap(({ category, from, to }) => tagOf.priceRange(category, from, to))
  return { value: { products }, tags: [tagOf.product(id), ...tagsOf(products), ...similar] }
}

export async function showCategories(
  db: Db,
  categories: CategoryFilter,
  { page, totals }: { page: number; totals: Totals },
): Promise<Tagged<ProductPage>> {
  const page_size = CATEGORY_PAGE_SIZE
  const total = await totals.inCategories(db, categories)
  const products = await listInCategories(db, categories, pageRange({ total, page, size: page_size }))
  const lists = categories === 'all' ? ['all'] : categories
  return { value: { products, total, page, page_size }, tags: [...tagsOf(products), ...lists.map(tagOf.list)] }
}

/** Returns a seller by handle; undefined if missing or suspended. */
export async function showSeller(db: Db, handle: string): Promise<Tagged<Seller> | undefined> {
  const seller = await findSeller(db, handle)
  if (!seller) return undefined
  const { seller_id, ...value } = seller
  return { value, tags: [tagOf.seller(value.handle), tagOf.sellerRating(seller_id)] }
}

/** Returns a page of a seller's products; undefined if the seller is missing or suspended. */
export async function showSellerProducts(
  db: Db,
  handle: string,
  wanted: { sort: SellerPageSort; page: number },
): Promise<Tagged<ProductPage> | undefined> {
  const seller = await findSeller(db, handle)
  if (!seller) return undefined
  const value = await listProductsOfSeller(db, seller.seller_id, wanted)
  const { handle: current, seller_id } = seller
  return { value, tags: [...tagsOf(value.products), tagOf.seller(current), tagOf.sellerProducts(seller_id)] }
}

export async function showSearch(db: Db, query: SearchQuery, totals: Totals): Promise<Tagged<SearchResult>> {
  const filters = await readFilters(db, query)
  const [found, sellers] = await Promise.all([
    searchProducts(db, query, { filters, totals }),
    query.q && (query.page ?? 1) === 1 ? findSellersNamed(db, query.q.trim()) : [],
  ])
  const value = { ...found, ...(sellers.length && { sellers }) }
  if (needsMoreThanLists(filters)) return { value, tags: [tagOf.market] }
  // A renamed seller may match the text, exactly or by words.
  const names = query.q ? [tagOf.sellerNames] : []
  const byPrice = hasPriceFilter(filters) || (query.sort !== undefined && query.sort !== 'relevance')
  const prices = byPrice ? [tagOf.prices] : []
  return { value, tags: [...tagsOf(value.products), tagOf.list('all'), ...prices, ...names] }
}

export async function showFacets(db: Db, query: FacetsQuery): Promise<Tagged<SearchFacets>> {
  return { value: await countSearchFacets(db, query, await readFilters(db, query)), tags: [tagOf.market] }
}

/** Returns suggestions; their tags cover only part of what they depend on, and the age limit of the cache the rest. */
export async function showSuggestions(db: Db, text: string, totals: Totals): Promise<Tagged<Suggestions>> {
  const value = await suggestProducts(db, text, totals)
  return { value, tags: [...value.products.map(({ product_id }) => tagOf.product(product_id)), tagOf.sellerNames] }
}

async function readFilters(db: Db, query: FacetsQuery): Promise<Filters> {
  return filtersOf(query, query.seller && (await findSellerIds(db, query.seller)))
}

function tagsOf(products: readonly Pick<ProductCard, 'product_id' | 'seller'>[]): string[] {
  return products.flatMap(({ product_id, seller }) => [
    tagOf.product(product_id),
    ...(seller ? [tagOf.seller(seller.handle)] : []),
  ])
}
