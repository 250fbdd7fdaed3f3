import type { Db } from '../../../../db/tables.ts'
import {
  MAX_UNPAGED_ROWS,
  PRODUCT_ID_PATTERN,
  SEARCH_PAGE_SIZE,
  type SortOrder,
} from '../../../../shared/catalog/constants.ts'
import type { SearchResult } from '../../../../shared/catalog/schema.ts'
import type { SearchQuery } from '../../../../shared/catalog/search-schema.ts'
import { productNumberOf } from '../products/product-ids.ts'
import { countByCategory, countInCategories } from '../products/queries.ts'
import { type Candidate, listCandidates } from './candidate-queries.ts'
import { type ByWords, ENOUGH, findByWords } from './find-by-words.ts'
import { estimateMatches, type MatchesRead } from './match-queries.ts'
import { type Filters, letAllPass, passes } from './search-filters.ts'
import { type MatchesFound, searchListings } from './search-queries.ts'
import { listCards } from './word-queries.ts'

export type Search = Pick<SearchQuery, 'q' | 'sort' | 'page' | 'exact'>

/** A search reads one match more than this to know whether there are more. */
const MAX_MATCHES_READ = MAX_UNPAGED_ROWS

/** Returns a page of a search; it reads 1,000 matches at most, beyond which counts are lower bounds. */
export async function searchProducts(db: Db, search: Search, filters: Filters): Promise<SearchResult> {
  const { q: text = '', page = 1, exact } = search
  const isUnconditional = text === '' && letAllPass({ ...filters, categories: 'all' })
  const { first, ...contained } = await (isUnconditional ? listAll : findMatches)(db, search, filters)
  const isEnough = text === '' || exact || contained.total >= ENOUGH
  const byId = contained.total === 0 ? await findById(db, search, filters) : undefined
  const widened = byId ?? (isEnough ? undefined : await widen(db, search, filters, first))
  const { products, counts, ...found } = widened ?? contained
  counts.sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
  return { products, ...found, page, page_size: SEARCH_PAGE_SIZE, categories: counts }
}

type Found = Pick<SearchResult, 'products' | 'total' | 'total_is_exact' | 'widened'> & {
  counts: MatchesFound['categories']
}

/** What the names contain, with the first products of it, whatever the page. */
type Contained = Found & Pick<MatchesFound, 'first'>

async function listAll(db: Db, search: Search, filters: Filters): Promise<Contained> {
  const { categories } = filters
  const { products } = categories.length ? await searchListings(db, toWanted(search, filters, 'all')) : { products: [] }
  const total = await countInCategories(db, categories)
  return { products, first: [], total, total_is_exact: true, counts: await countByCategory(db) }
}

async function findMatches(db: Db, search: Search, filters: Filters): Promise<Contained> {
  const { categories } = filters
  const hasInside = categories !== 'all' && categories.length > 0
  const readInside = async () => searchListings(db, await toRead(db, search, filters))
  const { matches, ...wanted } = await toRead(db, search, { ...filters, categories: 'all' })
  // Of more matches than are read those in the categories are read as well: at the same time where that can be foreseen.
  const [everywhere, foreseen] = await Promise.all([
    searchListings(db, { ...wanted, within: categories }),
    hasInside && matches > 2 * MAX_MATCHES_READ ? readInside() : undefined,
  ])
  const isCut = everywhere.read > MAX_MATCHES_READ
  const inside = isCut && hasInside ? (foreseen ?? (await readInside())) : everywhere
  return {
    products: inside.products,
    first: inside.first,
    total: Math.min(inside.matched, MAX_MATCHES_READ),
    total_is_exact: inside.matched <= MAX_MATCHES_READ && !inside.is_partial,
    counts: everywhere.categories,
  }
}

async function findById(db: Db, { q: text = '', page = 1 }: Search, filters: Filters): Promise<Found | undefined> {
  const id = text.trim().toUpperCase()
  if (!PRODUCT_ID_PATTERN.test(id)) return undefined
  const found = (await listCandidates(db, [productNumberOf(id)])).filter((one) => passes(one, filters))
  if (!found.length) return undefined
  const products = page === 1 ? await listCards(db, [productNumberOf(id)]) : []
  return { products, total: 1, total_is_exact: true, counts: countCategories(found) }
}

/**
 * Returns a page of the products that the words of the text find, those that contain the text first; undefined when enough
 * contain it without the filters, and when its words find no more. `firstInside` are the first that contain it and pass them.
 */
async function widen(
  db: Db,
  search: Search,
  filters: Filters,
  firstInside: readonly number[],
): Promise<Found | undefined> {
  const { q: text = '', sort = 'relevance', page = 1 } = search
  const first = letAllPass(filters) ? firstInside : await containing(db, text)
  if (first.length >= ENOUGH) return undefined
  const contained = await listCandidates(db, first)
  const found = await widenCandidates(db, text, sort, contained)
  if (!found) return undefined
  const others = found.candidates.filter((one) => passes(one, { ...filters, categories: 'all' }))
  const wanted = others.filter((one) => passes(one, filters))
  const start = (page - 1) * SEARCH_PAGE_SIZE
  const shown = wanted.slice(start, start + SEARCH_PAGE_SIZE).map(({ number }) => number)
  return {
    products: shown.length ? await listCards(db, shown) : [],
    total: Math.min(wanted.length, MAX_MATCHES_READ),
    total_is_exact: found.isExact && wanted.length <= MAX_MATCHES_READ,
    counts: countCategories(others),
    widened: { step: found.step, text: found.text, exact: contained.length },
  }
}

/** Returns products that a text's words find, those that contain it first; undefined when they find no more. */
export async function widenCandidates(
  db: Db,
  text: string,
  sort: SortOrder,
  contained: readonly Candidate[],
): Promise<ByWords | undefined> {
  const found = await findByWords(db, text, sort)
  if (!found || found.candidates.length <= contained.length) return undefined
  const isFirst = new Set(contained.map(({ number }) => number))
  const candidates = [...contained, ...found.candidates.filter(({ number }) => !isFirst.has(number))]
  return { ...found, candidates: sort === 'relevance' ? candidates : byPrice(candidates, sort) }
}

async function containing(db: Db, text: string): Promise<readonly number[]> {
  const filter = { categories: 'all' as const, text }
  const { rowsInOrder } = await estimateMatches(db, filter, ENOUGH)
  const wanted = { filter, sort: 'relevance' as const, limit: ENOUGH + 1, rowsInOrder, offset: 0, size: ENOUGH }
  return (await searchListings(db, wanted)).first
}

function byPrice(candidates: Candidate[], sort: SortOrder): Candidate[] {
  const direction = sort === 'price-low-high' ? 1 : -1
  return candidates.sort((a, b) => direction * (a.price - b.price || a.number - b.number))
}

function countCategories(candidates: readonly Candidate[]): MatchesFound['categories'] {
  const counts = new Map<string, number>()
  for (const { categories } of candidates)
    for (const category of new Set(categories)) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts].map(([category, count]) => ({ category, count }))
}

async function toRead(db: Db, search: Search, filters: Filters) {
  const limit = MAX_MATCHES_READ + 1
  const { matches, rowsInOrder } = await estimateMatches(db, { ...filters, text: search.q ?? '' }, limit)
  return { ...toWanted(search, filters, rowsInOrder), matches }
}

function toWanted(
  { q: text = '', sort = 'relevance', page = 1 }: Search,
  filters: Filters,
  rowsInOrder: MatchesRead['rowsInOrder'],
) {
  const offset = (page - 1) * SEARCH_PAGE_SIZE
  const limit = MAX_MATCHES_READ + 1
  return { filter: { ...filters, text }, sort, limit, rowsInOrder, offset, size: SEARCH_PAGE_SIZE }
}
