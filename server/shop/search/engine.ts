import type { Db } from '../../../db/tables.ts'
import { categoryOfSlug } from '../../../shared/catalog/categories.ts'
import { MAX_UNPAGED_ROWS, type SortOrder } from '../../../shared/catalog/constants.ts'
import type { Widened } from '../../../shared/catalog/schema.ts'
import { countFacets } from './count-facets.ts'
import { type Candidate, countEach, isIn, passes, type Search } from './filters.ts'
import { suggest, widen } from './find-by-words.ts'
import { ENOUGH, LISTED, type Listed, listMatching, listNumbered } from './match-queries.ts'

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
 * `product_search` has, which triggers write in the transaction of each change of a product; tasks write the words of renamed
 * sellers. Another engine would have the same functions, and index the numbers in `catalogChanged`.
 */
export const postgresSearch = { search, countFacets, suggest }

async function search(db: Db, wanted: Wanted): Promise<Found> {
  const { text, isExact, number } = wanted
  const contained = await findContained(db, wanted)
  if (contained.total === 0 && number !== undefined) {
    const byNumber = pageOf(passing(await listNumbered(db, number), wanted), wanted)
    if (byNumber.total) return byNumber
  }
  const isFinal = text === '' || isExact || contained.total >= ENOUGH
  const found = isFinal ? undefined : await widen(db, text)
  if (!found) return contained
  return { ...pageOf(passing(found.candidates, wanted), wanted, found.isExact), widened: found.widened }
}

async function findContained(db: Db, wanted: Wanted): Promise<Found> {
  const { text, filters, sort } = wanted
  const order = { sort, row: LISTED }
  const [anywhere = []] = await listMatching(db, text, [{ ...filters, categories: 'all' }], order)
  const found = pageOf(anywhere, wanted)
  if (anywhere.length <= MAX_UNPAGED_ROWS || filters.categories === 'all' || !filters.categories.length) return found
  // Of more matches than are read those in the categories are read as well.
  const [inside = []] = await listMatching(db, text, [filters], order)
  return { ...pageOf(inside, wanted), categories: found.categories }
}

/** Returns the candidates that pass all filters but that of categories, in order. */
function passing(candidates: readonly Candidate[], { filters, sort }: Wanted): Candidate[] {
  const found = candidates.filter((one) => passes(one, { ...filters, categories: 'all' }))
  if (sort === 'relevance') return found
  const direction = sort === 'price-low-high' ? 1 : -1
  return found.sort((a, b) => direction * (a.price - b.price || a.number - b.number))
}

/** Returns the page of those products that are in the categories; `isExact` says whether there are no others. */
function pageOf(anywhere: readonly Listed[], { filters: { categories }, offset, size }: Wanted, isExact = true): Found {
  const inside = anywhere.filter((one) => isIn(one, categories))
  const counts = countEach(anywhere.slice(0, MAX_UNPAGED_ROWS).flatMap((one) => one.categories))
  return {
    numbers: inside.slice(offset, Math.min(offset + size, MAX_UNPAGED_ROWS)).map(({ number }) => number),
    total: Math.min(inside.length, MAX_UNPAGED_ROWS),
    total_is_exact: isExact && inside.length <= MAX_UNPAGED_ROWS,
    categories: Array.from(counts, ([slug, count]) => ({ category: categoryOfSlug(slug), count })),
  }
}
