import type { Db } from '../../db/tables.ts'
import type { AdminProduct, AdminProductPage } from '../../shared/catalog/schema.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import type { ListQuery } from '../../shared/kernel/list-schema.ts'
import { inBatches } from '../data/batches.ts'
import type { CsvCell, CsvRows } from '../data/csv.ts'
import { pageRange } from '../data/page-range.ts'
import * as queries from './admin-queries.ts'
import { countInCategories } from './queries.ts'

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

/** Returns the rows of all products of the list, by number; without their count when the search has very many matches. */
export async function exportProducts(db: Db, text: string): Promise<CsvRows> {
  const total = await countForExport(db, text)
  const batches = inBatches(1, async (low, size) => {
    const high = await queries.findHighest(db, low, size)
    if (high === undefined) return undefined
    const products = await queries.listProductsBetween(db, { text, low, high })
    return { rows: products.map(toCells), next: high + 1 }
  })
  return { total, batches }
}

async function countForExport(db: Db, text: string): Promise<number | undefined> {
  if (!text) return countInCategories(db, 'all')
  const { total, total_is_exact } = await queries.listMatchingProducts(db, text, { offset: 0, limit: 1 })
  return total_is_exact ? total : undefined
}

function toCells(product: AdminProduct): CsvCell[] {
  return [
    product.product_id,
    product.product_name,
    product.product_price.toFixed(2),
    product.seller_id,
    product.flash_sale ? 'Active' : 'Inactive',
  ]
}
