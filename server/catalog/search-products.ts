import type { Db } from '../../db/tables.ts'
import type { CategoryFilter } from '../../shared/catalog/categories.ts'
import { MAX_UNPAGED_ROWS, type PriceRange, SEARCH_PAGE_SIZE } from '../../shared/catalog/constants.ts'
import type { SearchQuery, SearchResult } from '../../shared/catalog/schema.ts'
import * as queries from './queries.ts'

/** A search within the categories that its `category` matched. */
type Search = Omit<SearchQuery, 'category' | 'after_change'>

/** A search reads one match more than this to know whether there are more. */
const MAX_MATCHES_READ = MAX_UNPAGED_ROWS

/**
 * Returns a page of the products in these categories whose name contains the text. Reads at most the first 1,000 matches
 * in the requested order: beyond them the total and the counts by category are lower bounds. Without any condition they
 * are exact.
 */
export async function searchProducts(
  db: Db,
  { page = 1, ...search }: Search,
  categories: CategoryFilter,
): Promise<SearchResult> {
  const matches = await findMatches(db, search, categories)
  const everywhere = categories === 'all' ? matches : await findMatches(db, search, 'all')
  const counts = await countCategories(db, search, everywhere)
  const found = await countFound(db, search, categories, matches)
  const start = (page - 1) * SEARCH_PAGE_SIZE
  const onPage = matches.slice(0, MAX_MATCHES_READ).slice(start, start + SEARCH_PAGE_SIZE)
  const products = await queries.listByNumbers(
    db,
    onPage.map((match) => match.product_number),
  )
  return { products, ...found, page, page_size: SEARCH_PAGE_SIZE, categories: counts }
}

/** Returns matches up to one above the maximum. By relevance, names that start with the text come first. */
async function findMatches(db: Db, search: Search, categories: CategoryFilter): Promise<queries.Match[]> {
  if (!categories.length) return []
  const { q: text = '', price, sort = 'relevance' } = search
  const filter = { categories, text, ...(price && priceBounds(price)) }
  const limit = MAX_MATCHES_READ + 1
  if (sort !== 'relevance') return queries.listMatches(db, filter, sort, limit)
  if (text === '') return queries.listMatches(db, filter, 'name', limit)
  const first = await queries.listMatches(db, { ...filter, textAtStart: true }, 'name', limit)
  if (first.length === limit) return first
  const rest = await queries.listMatches(db, { ...filter, textAtStart: false }, 'name', limit - first.length)
  return [...first, ...rest]
}

function isUnconditional({ q = '', price }: Search): boolean {
  return q === '' && price === undefined
}

async function countFound(db: Db, search: Search, categories: CategoryFilter, matches: queries.Match[]) {
  if (isUnconditional(search)) return { total: await queries.countInCategories(db, categories), total_is_exact: true }
  return { total: Math.min(matches.length, MAX_MATCHES_READ), total_is_exact: matches.length <= MAX_MATCHES_READ }
}

/** Returns the categories of the matches, most matches first. */
async function countCategories(db: Db, search: Search, matches: queries.Match[]) {
  const counts = isUnconditional(search) ? await queries.countByCategory(db) : await countMatches(db, matches)
  return counts.sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
}

async function countMatches(db: Db, matches: queries.Match[]) {
  const perSet = new Map<number, number>()
  for (const { set_number } of matches.slice(0, MAX_MATCHES_READ))
    perSet.set(set_number, (perSet.get(set_number) ?? 0) + 1)
  const sets = await queries.readCategorySets(db, [...perSet.keys()])
  const counts = new Map<string, number>()
  for (const [set, count] of perSet)
    for (const category of sets.get(set) ?? []) counts.set(category, (counts.get(category) ?? 0) + count)
  return [...counts].map(([category, count]) => ({ category, count }))
}

function priceBounds(range: PriceRange): { minPrice: number; maxPrice?: number } {
  const [from, to] = range.split('-')
  return { minPrice: Number(from), ...(to && { maxPrice: Number(to) }) }
}
