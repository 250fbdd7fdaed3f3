import type { Db } from '../../../../db/tables.ts'
import { categories } from '../../../../shared/catalog/categories.ts'
import {
  MAX_SUGGESTED_CATEGORIES,
  MAX_SUGGESTIONS,
  PRODUCT_ID_PATTERN,
  SEARCH_PAGE_SIZE,
  SELLERS_COUNTED,
} from '../../../../shared/catalog/constants.ts'
import type { SearchResult } from '../../../../shared/catalog/schema.ts'
import type { FacetsQuery, SearchFacets, SearchQuery, Suggestions } from '../../../../shared/catalog/search-schema.ts'
import { pageRange } from '../../../platform/data/paging.ts'
import { postgresSearch as engine, type FoundProducts } from '../../search/engine.ts'
import { type Filters, hasPriceFilter, needsMoreThanLists } from '../../search/filters.ts'
import { productNumberOf } from '../products/catalog-changes.ts'
import { listByNumbers, listInCategories } from '../products/queries.ts'
import { findSellersNamed, listSellerNames } from '../products/seller-page-queries.ts'
import type { Totals } from '../products/totals.ts'

export type Search = Pick<SearchQuery, 'q' | 'sort' | 'page' | 'exact'>

export async function searchProducts(
  db: Db,
  search: Search,
  { filters, totals }: { filters: Filters; totals: Totals },
): Promise<SearchResult> {
  const { q: text = '', page = 1, sort = 'relevance' } = search
  const isList = text === '' && sort === 'relevance' && !hasPriceFilter(filters) && !needsMoreThanLists(filters)
  if (isList) return listAll(db, page, { filters, totals })
  const wanted = { ...wantedOf(search, filters), sort, offset: (page - 1) * SEARCH_PAGE_SIZE, size: SEARCH_PAGE_SIZE }
  const { numbers, categories, ...found } = await engine.search(db, wanted, totals.matches)
  const products = await listByNumbers(db, numbers)
  return { products, ...found, page, page_size: SEARCH_PAGE_SIZE, categories: mostFirst(categories) }
}

function wantedOf({ q: text = '', exact }: Pick<Search, 'q' | 'exact'>, filters: Filters) {
  const id = text.toUpperCase()
  const number = PRODUCT_ID_PATTERN.test(id) ? productNumberOf(id) : undefined
  return { text, filters, isExact: exact !== undefined, number }
}

async function listAll(
  db: Db,
  page: number,
  { filters, totals }: { filters: Filters; totals: Totals },
): Promise<SearchResult> {
  const page_size = SEARCH_PAGE_SIZE
  const { categories } = filters
  const [total, counts] = await Promise.all([totals.inCategories(db, categories), totals.byCategory(db)])
  const products = await listInCategories(db, categories, pageRange({ total, page, size: page_size }))
  return { products, total, total_is_exact: true, page, page_size, categories: mostFirst(counts) }
}

/** Returns the counts of categories that are offered, most first, then by name. */
export function mostFirst(counts: FoundProducts['categories']): FoundProducts['categories'] {
  const { byName } = categories()
  const offered = counts.filter(({ category }) => !byName.get(category.toLowerCase())?.is_hidden)
  return offered.toSorted((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
}

/** Counts the products for each choice of a filter. */
export async function countSearchFacets(
  db: Db,
  search: Pick<FacetsQuery, 'q' | 'exact' | 'seller'>,
  filters: Filters,
): Promise<SearchFacets> {
  const { sellers: counts, ...facets } = await engine.countFacets(db, wantedOf(search, filters))
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, SELLERS_COUNTED)
  const chosen = search.seller ? (filters.sellers ?? []) : []
  const named = await listSellerNames(db, [...new Set([...chosen, ...most.map(([id]) => id)])])
  const sellers = Array.from(named, ([id, seller]) => ({ ...seller, count: counts.get(id) ?? 0 })).sort(
    (a, b) => b.count - a.count || (a.name < b.name ? -1 : 1),
  )
  return { ...facets, sellers }
}

/** Returns suggestions for a text: sellers of that name, completed texts, categories, and best-selling products. */
export async function suggestProducts(db: Db, text: string, totals: Totals): Promise<Suggestions> {
  const [{ texts, numbers }, categories, sellers] = await Promise.all([
    engine.suggest(db, text, MAX_SUGGESTIONS),
    suggestCategories(db, text, totals),
    findSellersNamed(db, { name: text }),
  ])
  const room = MAX_SUGGESTIONS - texts.length - categories.length - sellers.length
  const cards = await listByNumbers(db, numbers.slice(0, room))
  const products = cards.map(({ product_id, product_name, product_price, featured_image }) => {
    return { product_id, product_name, product_price, featured_image }
  })
  return { ...(sellers.length && { sellers }), texts, categories, products }
}

async function suggestCategories(db: Db, text: string, totals: Totals): Promise<string[]> {
  const wanted = text.toLowerCase()
  return mostFirst(await totals.byCategory(db))
    .filter(({ category }) => category.toLowerCase().includes(wanted))
    .slice(0, MAX_SUGGESTED_CATEGORIES)
    .map(({ category }) => category)
}
