import type { Db, Tx } from '../../../../db/tables.ts'
import type { CategoryFilter } from '../../../../shared/catalog/categories.ts'
import { hasPriceFilter, needsMoreThanLists } from '../../search/filters.ts'
import { listMatches, type Matches } from '../../search/match-queries.ts'
import { type CatalogChanges, tagOf } from './catalog-changes.ts'
import { countByCategory, countInCategories } from './queries.ts'

export interface Totals {
  inCategories(db: Db | Tx, categories: CategoryFilter): Promise<number>
  byCategory(db: Db): Promise<{ category: string; count: number }[]>
  /** Returns the products whose names contain a text. */
  matches: typeof listMatches
}

const MAX_CACHED = 200
const MAX_AGE_MS = 60_000

export const uncachedTotals: Totals = {
  inCategories: countInCategories,
  byCategory: countByCategory,
  matches: listMatches,
}

/**
 * Caches totals until a product enters, leaves or changes name or categories: counting a million takes 0.1 s. The pages of a
 * search share its matches.
 */
export function cacheTotals(changes: Pick<CatalogChanges, 'createCache'>): Totals {
  const options = { maxAgeMs: MAX_AGE_MS, tags: [tagOf.list('all')] }
  const totals = changes.createCache<number>({ ...options, name: 'list_totals', maxEntries: MAX_CACHED })
  const categories = changes.createCache<Awaited<ReturnType<Totals['byCategory']>>>({
    ...options,
    name: 'category_totals',
    maxEntries: 1,
  })
  const matches = changes.createCache<Matches>({ ...options, name: 'search_matches', maxEntries: MAX_CACHED })
  return {
    inCategories: (db, wanted) =>
      totals.get(wanted === 'all' ? 'all' : JSON.stringify(wanted), () => countInCategories(db, wanted)),
    matches: (db, wanted) =>
      // Others depend on prices and stock as well.
      wanted.sort === 'relevance' && !hasPriceFilter(wanted.filters) && !needsMoreThanLists(wanted.filters)
        ? matches.get(JSON.stringify(wanted), () => listMatches(db, wanted))
        : listMatches(db, wanted),
    byCategory: (db) => categories.get('', () => countByCategory(db)),
  }
}
