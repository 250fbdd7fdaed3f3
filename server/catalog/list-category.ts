import type { Db } from '../../db/tables.ts'
import { CATEGORY_PAGE_SIZE } from '../../shared/catalog/constants.ts'
import { categoriesMatching } from '../../shared/catalog/rules.ts'
import type { ProductPage } from '../../shared/catalog/schema.ts'
import { pageRange } from '../data/page-range.ts'
import { countInCategories, listInCategories } from './queries.ts'

/** Returns a page, from 1, of the products in the categories that a path term matches, and their count. */
export async function listCategory(db: Db, term: string, page: number): Promise<ProductPage> {
  const page_size = CATEGORY_PAGE_SIZE
  const categories = categoriesMatching(term)
  const total = categories.length ? await countInCategories(db, categories) : 0
  const range = pageRange({ total, page, size: page_size })
  const products = range.limit ? await listInCategories(db, categories, range) : []
  return { products: range.fromEnd ? products.reverse() : products, total, page, page_size }
}
