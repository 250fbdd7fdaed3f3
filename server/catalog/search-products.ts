import type { Db } from '../../db/tables.ts'
import type { CategoryFilter } from '../../shared/catalog/categories.ts'
import { MAX_UNPAGED_ROWS, type PriceRange, SEARCH_PAGE_SIZE } from '../../shared/catalog/constants.ts'
import type { SearchQuery, SearchResult } from '../../shared/catalog/schema.ts'
import { countByCategory, countInCategories } from './queries.ts'
import { type MatchesFound, searchListings } from './search-queries.ts'

/** A search within the categories that its `category` matched. */
export type Search = Omit<SearchQuery, 'category' | 'after_change'>

/** A search reads one match more than this to know whether there are more. */
const MAX_MATCHES_READ = MAX_UNPAGED_ROWS

/**
 * Returns a page of the products in these categories whose name contains the text. Reads at most the first 1,000 matches
 * in the requested order: beyond them the total and the counts by category are lower bounds. Without any condition they
 * are exact.
 */
export async function searchProducts(db: Db, search: Search, categories: CategoryFilter): Promise<SearchResult> {
  const { q: text = '', price, page = 1 } = search
  const isUnconditional = text === '' && price === undefined
  const { products, counts, ...found } = await (isUnconditional ? listAll : findMatches)(db, search, categories)
  counts.sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
  return { products, ...found, page, page_size: SEARCH_PAGE_SIZE, categories: counts }
}

type Found = Pick<SearchResult, 'products' | 'total' | 'total_is_exact'> & { counts: MatchesFound['categories'] }

/** Returns a page of everything in these categories, with exact counts. */
async function listAll(db: Db, search: Search, categories: CategoryFilter): Promise<Found> {
  const wanted = toWanted(search, categories)
  const { products } = categories.length ? await searchListings(db, wanted) : { products: [] }
  const total = await countInCategories(db, categories)
  return { products, total, total_is_exact: true, counts: await countByCategory(db) }
}

/** Returns a page of the matches in these categories. The counts are those of the matches in all categories. */
async function findMatches(db: Db, search: Search, categories: CategoryFilter): Promise<Found> {
  const everywhere = await searchListings(db, { ...toWanted(search, 'all'), within: categories })
  const isCut = everywhere.read > MAX_MATCHES_READ
  const inside =
    isCut && categories !== 'all' && categories.length
      ? await searchListings(db, toWanted(search, categories))
      : everywhere
  return {
    products: inside.products,
    total: Math.min(inside.matched, MAX_MATCHES_READ),
    total_is_exact: inside.matched <= MAX_MATCHES_READ,
    counts: everywhere.categories,
  }
}

function toWanted({ q: text = '', price, sort = 'relevance', page = 1 }: Search, categories: CategoryFilter) {
  const filter = { categories, text, ...(price && priceBounds(price)) }
  return { filter, sort, limit: MAX_MATCHES_READ + 1, offset: (page - 1) * SEARCH_PAGE_SIZE, size: SEARCH_PAGE_SIZE }
}

function priceBounds(range: PriceRange): { minPrice: number; maxPrice?: number } {
  const [from, to] = range.split('-')
  return { minPrice: Number(from), ...(to && { maxPrice: Number(to) }) }
}
