import type { Db } from '../../../db/tables.ts'
import type { CategoryFilter } from '../../../shared/catalog/categories.ts'
import {
  CATEGORY_PAGE_SIZE,
  FLASH_SALE_COUNT,
  JUST_FOR_YOU_COUNT,
  type SellerPageSort,
} from '../../../shared/catalog/constants.ts'
import type { Product, ProductCard, ProductList, ProductPage, SearchResult } from '../../../shared/catalog/schema.ts'
import type { FacetsQuery, SearchFacets, SearchQuery, Suggestions } from '../../../shared/catalog/search-schema.ts'
import type { Seller } from '../../../shared/catalog/seller-schema.ts'
import { pageRange } from '../../platform/data/page-range.ts'
import { type Filters, filtersOf, lookAtPrices, lookBeyondLists } from '../search/filters.ts'
import { listProductsOfSeller } from './editing/seller-page.ts'
import { productNumberOf } from './products/product-ids.ts'
import * as queries from './products/queries.ts'
import { listInCategories } from './products/queries.ts'
import { listRelated } from './products/related-queries.ts'
import { findSeller, findSellerIds, findSellersNamed } from './products/seller-page-queries.ts'
import { type Part, type Shown, shownProducts } from './products/shown.ts'
import type { Totals } from './products/totals.ts'
import { countSearchFacets, searchProducts } from './searches/search-products.ts'
import { suggestProducts } from './searches/suggest-products.ts'

// What visitors read of the catalog, each with what it depends on: the products that it shows, and those that could enter.

/** Returns the list of the flash sale. */
export async function showFlashSale(db: Db): Promise<Shown<ProductList>> {
  const products = await queries.listFlashSale(db)
  return {
    value: { products },
    dependsOn: [...shown(products), { kind: 'flash-sale', upTo: lastOf(products, FLASH_SALE_COUNT) }],
  }
}

/** Returns the first products of the shop. */
export async function showFirst(db: Db): Promise<Shown<ProductList>> {
  const products = await queries.listFirst(db)
  return {
    value: { products },
    dependsOn: [...shown(products), { kind: 'first', upTo: lastOf(products, JUST_FOR_YOU_COUNT) }],
  }
}

/** Returns the products of these ids that are in the shop; those that are not may enter it. */
export async function showByIds(db: Db, ids: string[]): Promise<Shown<ProductList>> {
  const products = await queries.listByIds(db, ids)
  return { value: { products }, dependsOn: [shownProducts(ids), sellersOf(products)] }
}

/** Returns a product; undefined when it is not in the shop. */
export async function showProduct(db: Db, id: string): Promise<Shown<Product> | undefined> {
  const product = await queries.findProduct(db, id)
  return (
    product && {
      value: product,
      dependsOn: [shownProducts([id]), sellersOf([product]), { kind: 'seller-rating', seller: product.seller_id }],
    }
  )
}

/** Returns the products related to one; undefined when that is not in the shop. */
export async function showRelated(db: Db, id: string): Promise<Shown<ProductList> | undefined> {
  const related = await listRelated(db, id)
  if (!related) return undefined
  const { products, ranges } = related
  return { value: { products }, dependsOn: [shownProducts([id]), ...shown(products), { kind: 'prices', ranges }] }
}

/** Returns a page of the products in these categories. */
export async function showCategories(
  db: Db,
  categories: CategoryFilter,
  { page, totals }: { page: number; totals: Totals },
): Promise<Shown<ProductPage>> {
  const page_size = CATEGORY_PAGE_SIZE
  const total = await totals.inCategories(db, categories)
  const products = await listInCategories(db, categories, pageRange({ total, page, size: page_size }))
  const value = { products, total, page, page_size }
  return { value, dependsOn: [...shown(value.products), { kind: 'lists', categories, byPrice: false }] }
}

/** Returns a seller by a handle; undefined when there is none, or a suspended one. */
export async function showSeller(db: Db, handle: string): Promise<Shown<Seller> | undefined> {
  const seller = await findSeller(db, handle)
  if (!seller) return undefined
  const { seller_id, ...value } = seller
  const handles = new Set([value.handle])
  return {
    value,
    dependsOn: [
      { kind: 'sellers', handles },
      { kind: 'seller-rating', seller: seller_id },
    ],
  }
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
  const handles = new Set([seller.handle])
  return {
    value,
    dependsOn: [
      ...shown(value.products),
      { kind: 'sellers', handles },
      { kind: 'seller-products', seller: seller.seller_id },
    ],
  }
}

/** Returns a page of a search; its counts are those of all categories. */
export async function showSearch(db: Db, query: SearchQuery, totals: Totals): Promise<Shown<SearchResult>> {
  const filters = await readFilters(db, query)
  const [found, sellers] = await Promise.all([
    searchProducts(db, query, { filters, totals }),
    query.q && (query.page ?? 1) === 1 ? findSellersNamed(db, query.q.trim()) : [],
  ])
  const value = { ...found, ...(sellers.length && { sellers }) }
  if (lookBeyondLists(filters)) return { value, dependsOn: 'everything' }
  // A seller with another name may be the one that is searched for, and found by words.
  const names: Part[] = query.q ? [{ kind: 'seller-names' }] : []
  const byPrice = lookAtPrices(filters) || (query.sort !== undefined && query.sort !== 'relevance')
  return { value, dependsOn: [...shown(value.products), { kind: 'lists', categories: 'all', byPrice }, ...names] }
}

/** Returns the figures of a search's filters. */
export async function showFacets(db: Db, query: FacetsQuery): Promise<Shown<SearchFacets>> {
  return { value: await countSearchFacets(db, query, await readFilters(db, query)), dependsOn: 'everything' }
}

/** Returns what a search box suggests; changes elsewhere are seen when the response is too old to be kept. */
export async function showSuggestions(db: Db, text: string, totals: Totals): Promise<Shown<Suggestions>> {
  const value = await suggestProducts(db, text, totals)
  return {
    value,
    dependsOn: [shownProducts(value.products.map(({ product_id }) => product_id)), { kind: 'seller-names' }],
  }
}

async function readFilters(db: Db, query: FacetsQuery): Promise<Filters> {
  return filtersOf(query, query.seller && (await findSellerIds(db, query.seller)))
}

function shown(products: readonly ProductCard[]): Part[] {
  return [shownProducts(products.map(({ product_id }) => product_id)), sellersOf(products)]
}

function sellersOf(products: readonly Pick<ProductCard, 'seller'>[]): Part {
  return { kind: 'sellers', handles: new Set(products.flatMap(({ seller }) => seller?.handle ?? [])) }
}

/** Returns the number up to which a product would be in a list by number; any number while the list has room. */
function lastOf(products: readonly ProductCard[], limit: number): number {
  const last = products.at(-1)
  return last && products.length === limit ? productNumberOf(last.product_id) : Number.POSITIVE_INFINITY
}
