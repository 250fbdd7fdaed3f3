import type { Db, Tx } from '../../../../db/tables.ts'
import type { CategoryFilter } from '../../../../shared/catalog/categories.ts'
import type { CatalogChanges } from './catalog-changes.ts'
import { tagOf } from './catalog-tags.ts'
import { countByCategory, countInCategories } from './queries.ts'

/** How many products the lists of the shop have. */
export interface Totals {
  /** Returns the count of the products in at least one of these categories. */
  inCategories(db: Db | Tx, categories: CategoryFilter): Promise<number>
  /** Returns the count of the products in each category that has any. */
  byCategory(db: Db): Promise<{ category: string; count: number }[]>
}

const MAX_KEPT = 200
const MAX_AGE_MS = 60_000

/** Counts each time. */
export const countedNow: Totals = { inCategories: countInCategories, byCategory: countByCategory }

/** Returns totals that are counted again after a product came, went or changed its categories: counting a million takes 0.1 s. */
export function keepTotals(changes: Pick<CatalogChanges, 'createCache'>): Totals {
  const options = { maxAgeMs: MAX_AGE_MS, tags: [tagOf.list('all')] }
  const totals = changes.createCache<number>({ ...options, name: 'list_totals', maxEntries: MAX_KEPT })
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
