import type { Db } from '../../../db/tables.ts'
import { categoryOfSlug } from '../../../shared/catalog/categories.ts'
import { MAX_UNPAGED_ROWS, type SortOrder } from '../../../shared/catalog/constants.ts'
import type { Widened } from '../../../shared/catalog/schema.ts'
import { countFacets } from './count-facets.ts'
import { type Candidate, countEach, isIn, passes, type Search } from './filters.ts'
import { suggest, widen } from './find-by-words.ts'
import { ENOUGH_MATCHES, type listMatches, type Matches } from './match-queries.ts'

interface Wanted extends Search {
  sort: SortOrder
  offset: number
  size: number
}

export interface FoundProducts {
  /** The numbers of the products on the page. */
  numbers: number[]
  total: number
  total_is_exact: boolean
  /** Counts without the filter of categories. */
  categories: { category: string; count: number }[]
  widened?: Widened | undefined
}

/**
 * Finds products by text with PostgreSQL; the catalog reads the cards of the numbers found. The index is `product_search`,
 * which triggers update in the transaction of each change; tasks reindex the products of renamed sellers. Another engine
 * would implement the same functions, and update its index in `catalogChanged`. `readMatches` may be a cache of `listMatches`.
 */
export const postgresSearch = { search, countFacets, suggest }

async function search(db: Db, wanted: Wanted, readMatches: typeof listMatches): Promise<FoundProducts> {
  const { text, filters, sort, isExact } = wanted
  const contained = pageOf(await readMatches(db, { text, filters, sort }), wanted)
  const isFinal = text === '' || isExact || contained.total >= ENOUGH_MATCHES
  const found = isFinal ? undefined : await widen(db, wanted)
  if (!found) return contained
  return { ...pageOf(passing(found.candidates, wanted), wanted, found.isExact), widened: found.widened }
}

function passing(candidates: readonly Candidate[], { filters, sort }: Wanted): Matches {
  const anywhere = candidates.filter((one) => passes(one, { ...filters, categories: 'all' }))
  const direction = sort === 'price-low-high' ? 1 : -1
  if (sort !== 'relevance') anywhere.sort((a, b) => direction * (a.price - b.price || a.number - b.number))
  const counts = countEach(anywhere.slice(0, MAX_UNPAGED_ROWS).flatMap((one) => one.categories))
  const inside = anywhere.filter((one) => isIn(one, filters.categories))
  return { numbers: inside.map(({ number }) => number), counts: Object.fromEntries(counts) }
}

/** Returns a page of matches; `isExact` is false when there may be more. */
function pageOf({ numbers, counts }: Matches, { offset, size }: Wanted, isExact = true): FoundProducts {
  return {
    numbers: numbers.slice(offset, Math.min(offset + size, MAX_UNPAGED_ROWS)),
    total: Math.min(numbers.length, MAX_UNPAGED_ROWS),
    total_is_exact: isExact && numbers.length <= MAX_UNPAGED_ROWS,
    categories: Object.entries(counts).map(([slug, count]) => ({ category: categoryOfSlug(slug), count })),
  }
}
