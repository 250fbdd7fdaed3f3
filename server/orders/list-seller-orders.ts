import type { Db } from '../../db/tables.ts'
import { orderNumbersMatching } from '../../shared/orders/rules.ts'
import { SELLER_PAGE_SIZE } from '../../shared/seller/constants.ts'
import type { SellerOrderPage, SellerOrdersQuery } from '../../shared/seller/schema.ts'
import * as queries from './seller-queries.ts'

/** A page, from 1, of the orders with a product of this seller; with `q` only those whose id begins so. */
export async function listSellerOrders(
  db: Db,
  sellerId: string,
  { q = '', page = 1 }: SellerOrdersQuery,
): Promise<SellerOrderPage> {
  const page_size = SELLER_PAGE_SIZE
  const ranges = q ? orderNumbersMatching(q) : undefined
  const [total, orders] = await Promise.all([
    ranges ? queries.countSellerOrdersIn(db, sellerId, ranges) : queries.countSellerOrders(db, sellerId),
    queries.listSellerOrders(db, sellerId, { ranges, limit: page_size, offset: (page - 1) * page_size }),
  ])
  return { orders, total, page, page_size }
}
