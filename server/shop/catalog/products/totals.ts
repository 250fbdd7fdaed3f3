import type { Db, Tx } from '../../../../db/tables.ts'
import type { CategoryFilter } from '../../../../shared/catalog/categories.ts'
import type { CatalogChanges } from './catalog-changes.ts'
import { tagOf } from './catalog-tags.ts'
import { countByCategory, countInCategories } from './queries.ts'

export interface Totals {
  inCategories(db: Db | Tx, categories: CategoryFilter): Promise<number>
  byCategory(db: Db): Promise<{ category: string; count: number }[]>
}

const MAX_CACHED = 200
const MAX_AGE_MS = 60_000

export const uncachedTotals: Totals = { inCategories: countInCategories, byCategory: countByCategory }

/** Caches totals until a product enters, leaves or changes categories: counting a million takes 0.1 s. */
export function cacheTotals(changes: Pick<CatalogChanges, 'createCache'>): Totals {
  const options = { maxAgeMs: MAX_AGE_MS, tags: [tagOf.list('all')] }
  const totals = changes.createCache<number>({ ...options, name: 'list_totals', maxEntries: MAX_CACHED })
  const categories = changes.createCache<Awaited<ReturnType<Totals['byCategory']>>>({
    ...options,
    name: 'category_totals',
    maxEntries: 1,
  })
  return {
    inCategories: (db, wanted) =>
      totals.get(wanted === 'all' ? 'all' : JSON.stringify(wanted), () => countInCategories(db, wanted)),
    byCategory: (db) => categories.get('', () => countByCategory(db)),
  }
}
