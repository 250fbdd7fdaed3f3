import type { Db } from '../../db/tables.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import type { ListQuery } from '../../shared/kernel/list-schema.ts'
import { orderNumbersMatching } from '../../shared/orders/rules.ts'
import type { SellerOrderPage } from '../../shared/orders/schema.ts'
import { countSellerOrders } from '../stats/queries.ts'
import * as queries from './seller-queries.ts'

/** Returns a page, from 1, of the orders with a product of this seller; with `q` only those whose id starts with it. */
export async function listSellerOrders(
  db: Db,
  sellerId: string,
  { q = '', page = 1, page_size = LIST_PAGE_SIZE }: ListQuery,
): Promise<SellerOrderPage> {
  const ranges = q ? orderNumbersMatching(q) : undefined
  const [total, orders] = await Promise.all([
    ranges ? queries.countSellerOrdersIn(db, sellerId, ranges) : countSellerOrders(db, sellerId),
    queries.listSellerOrders(db, sellerId, { ranges, limit: page_size, offset: (page - 1) * page_size }),
  ])
  return { orders, total, page, page_size }
}
