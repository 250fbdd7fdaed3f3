import type { Db } from '../../db/tables.ts'
import type { AdminProductPage } from '../../shared/catalog/schema.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import type { ListQuery } from '../../shared/kernel/list-schema.ts'
import type { CsvCell } from '../data/csv.ts'
import { pageRange } from '../data/page-range.ts'
import * as queries from './admin-queries.ts'
import { productNumberOf } from './product-ids.ts'
import { countInCategories } from './queries.ts'

const EXPORT_BATCH = 1000

/** The columns of the product export. */
export const PRODUCT_EXPORT_HEADER = ['ID', 'Name', 'Price', 'Seller ID', 'Flash Sale']

/**
 * Returns a page, counted from 1, of the products in the shop, or of those whose name contains the text, and their count.
 * A search shows and counts the first 10,000 matches at most.
 */
export async function listAdminProducts(db: Db, { q = '', page = 1 }: ListQuery): Promise<AdminProductPage> {
  const page_size = LIST_PAGE_SIZE
  if (q) {
    const offset = (page - 1) * page_size
    return { ...(await queries.listMatchingProducts(db, q, { offset, limit: page_size })), page, page_size }
  }
  const total = await countInCategories(db, 'all')
  const range = pageRange({ total, page, size: page_size })
  const products = range.limit ? await queries.listProducts(db, range) : []
  return { products, total, total_is_exact: true, page, page_size }
}

/** Yields all products of the list in batches, each by its own query: a slow client holds no connection. */
export async function* exportProducts(db: Db, text: string): AsyncGenerator<CsvCell[][]> {
  let after = 0
  for (;;) {
    const products = await queries.listProductsAfter(db, { text, after, limit: EXPORT_BATCH })
    yield products.map((product) => [
      product.product_id,
      product.product_name,
      product.product_price.toFixed(2),
      product.seller_id,
      product.flash_sale ? 'Active' : 'Inactive',
    ])
    const last = products.at(-1)
    if (!last || products.length < EXPORT_BATCH) return
    after = productNumberOf(last.product_id)
  }
}
