import type { Db } from '../../db/tables.ts'
import type { SellerProductPage, SellerProductsQuery } from '../../shared/catalog/schema.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import * as queries from './seller-queries.ts'

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
