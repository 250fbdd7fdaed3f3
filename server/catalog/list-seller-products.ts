import type { Db } from '../../db/tables.ts'
import type { SellerProductPage, SellerProductRow, SellerProductsQuery } from '../../shared/catalog/schema.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import { inBatches } from '../data/batches.ts'
import type { CsvCell, CsvRows } from '../data/csv.ts'
import { productNumberOf } from './products/product-ids.ts'
import * as queries from './products/seller-queries.ts'

/** Returns a page, from 1, of a seller's products in the requested order; with `q` only those whose names contain it. */
export async function listSellerProducts(
  db: Db,
  sellerId: string,
  { q: text = '', sort = 'number', direction = 'asc', page = 1, page_size = LIST_PAGE_SIZE }: SellerProductsQuery,
): Promise<SellerProductPage> {
  const [total, products] = await Promise.all([
    queries.countSellerProducts(db, sellerId, text),
    queries.listSellerProducts(db, sellerId, {
      text,
      sort,
      direction,
      limit: page_size,
      offset: (page - 1) * page_size,
    }),
  ])
  return { products, total, page, page_size }
}

/** The columns of the export of a seller's products. */
export const OWN_PRODUCT_EXPORT_HEADER = ['ID', 'Name', 'Price', 'Total Orders', 'Total Sales', 'On hand', 'Reserved']

/** Returns the rows of all products of a seller's list, by number. */
export async function exportSellerProducts(
  db: Db,
  sellerId: string,
  { q: text = '' }: { q?: string | undefined },
): Promise<CsvRows> {
  const batches = inBatches(1, async (from, limit) => {
    const products = await queries.listSellerProductsFrom(db, sellerId, { text, from, limit })
    const last = products.at(-1)
    return last && { rows: products.map(toCells), next: productNumberOf(last.product_id) + 1 }
  })
  return { total: await queries.countSellerProducts(db, sellerId, text), batches }
}

/** Stock that is not counted leaves its columns empty. */
function toCells({ product_id, product_name, product_price, total_sales, sales_amount, stock }: SellerProductRow) {
  const cells: CsvCell[] = [product_id, product_name, product_price.toFixed(2), total_sales, sales_amount.toFixed(2)]
  return [...cells, stock?.on_hand ?? '', stock?.reserved ?? '']
}
