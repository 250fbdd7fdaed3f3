import type { Db } from '../../db/tables.ts'
import { SELLER_PAGE_SIZE } from '../../shared/seller/constants.ts'
import type { SellerProductPage, SellerProductsQuery } from '../../shared/seller/schema.ts'
import * as queries from './seller-queries.ts'

/** A page, from 1, of a seller's products in the order wanted; with `q` only those whose names contain it. */
export async function listSellerProducts(
  db: Db,
  sellerId: string,
  { q: text = '', sort = 'number', direction = 'asc', page = 1 }: SellerProductsQuery,
): Promise<SellerProductPage> {
  const page_size = SELLER_PAGE_SIZE
  const [total, products] = await Promise.all([
    queries.countStallProducts(db, sellerId, text),
    queries.listStallProducts(db, sellerId, {
      text,
      sort,
      direction,
      limit: page_size,
      offset: (page - 1) * page_size,
    }),
  ])
  return { products, total, page, page_size }
}
