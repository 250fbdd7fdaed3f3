import type { Db } from '../../db/tables.ts'
import type { CategoryFilter } from '../../shared/catalog/categories.ts'
import { MAX_UNPAGED_ROWS, type PriceRange, SEARCH_PAGE_SIZE, type SortOrder } from '../../shared/catalog/constants.ts'
import type { ProductCard, SearchQuery, SearchResult } from '../../shared/catalog/schema.ts'
import { ENOUGH, findByWords } from './find-by-words.ts'
import { productNumberOf } from './product-ids.ts'
import { countByCategory, countInCategories } from './queries.ts'
import { type MatchesFound, searchListings } from './search-queries.ts'
import { type Candidate, listCards } from './word-queries.ts'

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
  const { q: text = '', price, page = 1, exact } = search
  const isUnconditional = text === '' && price === undefined
  const contained = await (isUnconditional ? listAll : findMatches)(db, search, categories)
  const isEnough = text === '' || exact || contained.total >= ENOUGH
  const widened = isEnough ? undefined : await widen(db, search, categories, contained)
  const { products, counts, ...found } = widened ?? contained
  counts.sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
  return { products, ...found, page, page_size: SEARCH_PAGE_SIZE, categories: counts }
}

type Found = Pick<SearchResult, 'products' | 'total' | 'total_is_exact' | 'widened'> & {
  counts: MatchesFound['categories']
}

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

/**
 * Returns a page of the products that the words of the text find, those that contain the text first; undefined when enough
 * contain it in other categories or at other prices, and when its words find no more.
 */
async function widen(db: Db, search: Search, categories: CategoryFilter, inside: Found): Promise<Found | undefined> {
  const { q: text = '', sort = 'relevance', page = 1 } = search
  const isWhole = categories === 'all' && !search.price && (page === 1 || inside.total === 0)
  const contained = isWhole ? inside.products : await containing(db, text)
  if (contained.length >= ENOUGH) return undefined
  const found = await findByWords(db, text, sort)
  if (!found || found.candidates.length <= contained.length) return undefined
  const first = contained.map(toCandidate)
  const isFirst = new Set(first.map(({ number }) => number))
  const others = found.candidates.filter(({ number }) => !isFirst.has(number))
  const candidates = sort === 'relevance' ? [...first, ...others] : byPrice([...first, ...others], sort)
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = search.price ? priceBounds(search.price) : {}
  const affordable = candidates.filter(({ price }) => price >= minPrice && price <= maxPrice)
  const wanted = affordable.filter(
    (one) => categories === 'all' || one.categories.some((name) => categories.includes(name)),
  )
  const start = (page - 1) * SEARCH_PAGE_SIZE
  const shown = wanted.slice(start, start + SEARCH_PAGE_SIZE).map(({ number }) => number)
  return {
    products: shown.length ? await listCards(db, shown) : [],
    total: Math.min(wanted.length, MAX_MATCHES_READ),
    total_is_exact: found.isExact && wanted.length <= MAX_MATCHES_READ,
    counts: countCategories(affordable),
    widened: { step: found.step, text: found.text, exact: first.length },
  }
}

/** Returns the first products that contain a text, enough of them at most. */
async function containing(db: Db, text: string): Promise<ProductCard[]> {
  const filter = { categories: 'all' as const, text }
  // The last match that is read is on no page.
  const wanted = { filter, sort: 'relevance' as const, limit: ENOUGH + 1, offset: 0, size: ENOUGH }
  return (await searchListings(db, wanted)).products
}

function toCandidate({ product_id, product_price, product_category }: ProductCard): Candidate {
  return { number: productNumberOf(product_id), price: product_price, categories: product_category }
}

function byPrice(candidates: Candidate[], sort: SortOrder): Candidate[] {
  const direction = sort === 'price-low-high' ? 1 : -1
  const key = ({ price, number }: Candidate) => [price, number] as const
  return candidates.sort((a, b) => direction * (key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]))
}

function countCategories(candidates: readonly Candidate[]): MatchesFound['categories'] {
  const counts = new Map<string, number>()
  for (const { categories } of candidates)
    for (const category of new Set(categories)) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts].map(([category, count]) => ({ category, count }))
}

function toWanted({ q: text = '', price, sort = 'relevance', page = 1 }: Search, categories: CategoryFilter) {
  const filter = { categories, text, ...(price && priceBounds(price)) }
  return { filter, sort, limit: MAX_MATCHES_READ + 1, offset: (page - 1) * SEARCH_PAGE_SIZE, size: SEARCH_PAGE_SIZE }
}

function priceBounds(range: PriceRange): { minPrice: number; maxPrice?: number } {
  const [from, to] = range.split('-')
  return { minPrice: Number(from), ...(to && { maxPrice: Number(to) }) }
}
