import type { Db } from '../../../db/tables.ts'
import type { CategoryFilter } from '../../../shared/catalog/categories.ts'
import { CATEGORY_PAGE_SIZE } from '../../../shared/catalog/constants.ts'
import type { ProductPage } from '../../../shared/catalog/schema.ts'
import { pageRange } from '../../platform/data/page-range.ts'
import { ALL_LISTING } from './products/listing-queries.ts'
import { countInCategories, listInCategories, readCategoryPage } from './products/queries.ts'

/** Returns a page, from 1, of the products in at least one of these categories, and their count. */
export async function listCategories(db: Db, categories: CategoryFilter, page: number): Promise<ProductPage> {
  const page_size = CATEGORY_PAGE_SIZE
  const [only, ...others] = categories === 'all' ? [ALL_LISTING] : categories
  const offset = (page - 1) * page_size
  if (only !== undefined && !others.length) return { ...(await readCategoryPage(db, only, offset)), page, page_size }
  const total = categories.length ? await countInCategories(db, categories) : 0
  const range = pageRange({ total, page, size: page_size })
  const products = range.limit ? await listInCategories(db, categories, range) : []
  return { products, total, page, page_size }
}
