import type { Db } from '../../../db/tables.ts'
import { MAX_UNPAGED_ROWS, type SortOrder } from '../../../shared/catalog/constants.ts'
import type { Widened } from '../../../shared/catalog/schema.ts'
import { countFacets } from './count-facets.ts'
import { type Candidate, countEach, passes, type Search } from './filters.ts'
import { type ByWords, suggest, widen } from './find-by-words.ts'
import { indexProducts } from './index-queries.ts'
import { ENOUGH, findMatches, listCandidates } from './match-queries.ts'

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

/**
 * Finds products by text; the catalog reads the cards of their numbers. This is PostgreSQL's own search. It finds what
 * `product_search` has, which triggers write in the transaction of each change of a product: only renamed sellers are indexed
 * from here. Another engine would have the same functions, and index the numbers in `catalogChanged`.
 */
export const postgresSearch = { index: indexProducts, search, countFacets, suggest }

async function search(db: Db, wanted: Wanted): Promise<Found> {
  const { text, isExact, sort } = wanted
  const contained = await findContained(db, wanted)
  const byNumber = contained.total === 0 ? await findByNumber(db, wanted) : undefined
  if (byNumber) return byNumber
  const isFinal = text === '' || isExact || contained.total >= ENOUGH
  const widened = isFinal ? undefined : await widen(db, text, sort)
  return widened ? pageOf(widened, wanted) : contained
}

async function findContained(db: Db, { text, filters, sort, offset, size }: Wanted): Promise<Found> {
  const { categories } = filters
  const page = { sort, offset, size }
  const anywhere = { ...filters, categories: 'all' as const }
  const everywhere = await findMatches(db, { text, filters: anywhere }, { ...page, within: categories })
  // Of more matches than are read those in the categories are read as well.
  const hasMoreInside = everywhere.read > MAX_UNPAGED_ROWS && categories !== 'all' && categories.length > 0
  const inside = hasMoreInside ? await findMatches(db, { text, filters }, { ...page, within: 'all' }) : everywhere
  return {
    numbers: inside.numbers,
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

function pageOf(
  { candidates, isExact, step, text, exact }: ByWords & { exact: number },
  { filters, offset, size }: Wanted,
): Found {
  const anywhere = candidates.filter((one) => passes(one, { ...filters, categories: 'all' }))
  const passing = anywhere.filter((one) => passes(one, filters))
  return {
    numbers: passing.slice(offset, offset + size).map(({ number }) => number),
    total: Math.min(passing.length, MAX_UNPAGED_ROWS),
    total_is_exact: isExact && passing.length <= MAX_UNPAGED_ROWS,
    categories: countCategories(anywhere),
    widened: { step, text, exact },
  }
}

function countCategories(candidates: readonly Candidate[]): Found['categories'] {
  const counts = countEach(candidates.flatMap(({ categories }) => categories))
  return Array.from(counts, ([category, count]) => ({ category, count }))
}
