import type { Db } from '../../db/tables.ts'
import { CATEGORY_PAGE_SIZE } from '../../shared/catalog/constants.ts'
import { categoriesMatching } from '../../shared/catalog/rules.ts'
import type { ProductPage } from '../../shared/catalog/schema.ts'
import { countInCategories, listInCategories } from './queries.ts'

/** A page, from 1, of the products in the categories an address means, and how many there are in all. */
export async function listCategory(db: Db, term: string, page: number): Promise<ProductPage> {
  const page_size = CATEGORY_PAGE_SIZE
  const categories = categoriesMatching(term)
  const total = categories.length ? await countInCategories(db, categories) : 0
  const offset = (page - 1) * page_size
  const limit = Math.min(page_size, total - offset)
  if (limit <= 0) return { products: [], total, page, page_size }
  // The nearer end of the list is the shorter way to the page.
  const behind = total - offset - limit
  const products =
    behind < offset
      ? (await listInCategories(db, categories, { offset: behind, limit, fromEnd: true })).reverse()
      : await listInCategories(db, categories, { offset, limit, fromEnd: false })
  return { products, total, page, page_size }
}
