import type { Db, Tx } from '../../../db/tables.ts'
import type { CategoryFilter } from '../../../shared/catalog/categories.ts'
import { MAX_UNPAGED_ROWS, type SortOrder } from '../../../shared/catalog/constants.ts'
import type { Widened } from '../../../shared/catalog/schema.ts'
import { countFacets, type Facets } from './count-facets.ts'
import { type Candidate, hasNoFilters, passes, type Search } from './filters.ts'
import { widenCandidates } from './find-by-words.ts'
import { indexProducts } from './index-queries.ts'
import { ENOUGH, findMatches, listCandidates, type Matches } from './match-queries.ts'
import { type Completed, suggest } from './suggest.ts'

interface Wanted extends Search {
  sort: SortOrder
  offset: number
  size: number
  /** A product to find by its number when no name contains the text. */
  number: number | undefined
}

export interface Found {
  /** The numbers of the products on the page. */
  numbers: number[]
  total: number
  total_is_exact: boolean
  /** Counts without the filter of categories. */
  categories: { category: string; count: number }[]
  widened?: Widened
}

/** Finds products by text. Results are product numbers; the catalog reads the cards. */
export interface SearchEngine {
  /** Takes over these products as they are now; those that are not in the shop any more are removed. */
  index(tx: Tx, numbers: readonly number[]): Promise<void>
  search(db: Db, wanted: Wanted): Promise<Found>
  /** Returns how many products each choice of a filter would show. */
  countFacets(db: Db, search: Search): Promise<Facets>
  /** Returns at most `limit` products for a text that is being typed, and what it may become. */
  suggest(db: Db, text: string, limit: number): Promise<Completed>
}

/**
 * PostgreSQL's own search. It finds what `product_search` has, which triggers write in the transaction of each change of a
 * product: only renamed sellers are indexed from here. Another engine would index the numbers in `catalogChanged`.
 */
export const postgresSearch: SearchEngine = { index: indexProducts, search, countFacets, suggest }

async function search(db: Db, wanted: Wanted): Promise<Found> {
  const { text, isExact } = wanted
  const { first, ...contained } = await findContained(db, wanted)
  const byNumber = contained.total === 0 ? await findByNumber(db, wanted) : undefined
  if (byNumber) return byNumber
  const isEnough = text === '' || isExact || contained.total >= ENOUGH
  return (isEnough ? undefined : await widen(db, wanted, first)) ?? contained
}

async function findContained(db: Db, wanted: Wanted): Promise<Found & Pick<Matches, 'first'>> {
  const { text, filters, sort, offset, size } = wanted
  const { categories } = filters
  const page = { sort, offset, size }
  const everywhere = await findMatches(
    db,
    { text, filters: { ...filters, categories: 'all' } },
    { ...page, within: categories },
  )
  const isCut = everywhere.read > MAX_UNPAGED_ROWS
  // Of more matches than are read those in the categories are read as well.
  const hasMoreInside = isCut && categories !== 'all' && categories.length > 0
  const inside = hasMoreInside ? await findMatches(db, { text, filters }, { ...page, within: 'all' }) : everywhere
  return {
    numbers: inside.numbers,
    first: inside.first,
    total: Math.min(inside.matched, MAX_UNPAGED_ROWS),
    total_is_exact: inside.matched <= MAX_UNPAGED_ROWS,
    categories: everywhere.categories,
  }
}

async function findByNumber(db: Db, { number, filters, offset }: Wanted): Promise<Found | undefined> {
  if (number === undefined) return undefined
  const found = (await listCandidates(db, [number])).filter((one) => passes(one, filters))
  if (!found.length) return undefined
  return { numbers: offset ? [] : [number], total: 1, total_is_exact: true, categories: countCategories(found) }
}

/**
 * Returns a page of the products that the words of the text find, those that contain the text first; undefined when enough
 * contain it without the filters, and when its words find no more. `firstInside` are the first that contain it and pass them.
 */
async function widen(db: Db, wanted: Wanted, firstInside: readonly number[]): Promise<Found | undefined> {
  const { text, filters, sort, offset, size } = wanted
  const unfiltered = { ...wanted, filters: { categories: 'all' as CategoryFilter }, offset: 0 }
  const first = hasNoFilters(filters) ? firstInside : (await findContained(db, unfiltered)).first
  if (first.length >= ENOUGH) return undefined
  const contained = await listCandidates(db, first)
  const found = await widenCandidates(db, text, sort, contained)
  if (!found) return undefined
  const others = found.candidates.filter((one) => passes(one, { ...filters, categories: 'all' }))
  const passing = others.filter((one) => passes(one, filters))
  return {
    numbers: passing.slice(offset, offset + size).map(({ number }) => number),
    total: Math.min(passing.length, MAX_UNPAGED_ROWS),
    total_is_exact: found.isExact && passing.length <= MAX_UNPAGED_ROWS,
    categories: countCategories(others),
    widened: { step: found.step, text: found.text, exact: contained.length },
  }
}

function countCategories(candidates: readonly Candidate[]): Found['categories'] {
  const counts = new Map<string, number>()
  for (const { categories } of candidates)
    for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts].map(([category, count]) => ({ category, count }))
}
