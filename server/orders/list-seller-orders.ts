import type { Db } from '../../db/tables.ts'
import { LIST_PAGE_SIZE, MAX_MATCHES } from '../../shared/kernel/list-constants.ts'
import { SELLER_ORDER_SORTS } from '../../shared/orders/constants.ts'
import { orderNumbersMatching } from '../../shared/orders/rules.ts'
import type { SellerOrderPage, SellerOrdersQuery } from '../../shared/orders/schema.ts'
import { countSellerOrders } from '../stats/queries.ts'
import * as queries from './seller-queries.ts'

/**
 * Returns a page, from 1, of the orders with a product of this seller, newest first; with `q` only those whose id starts
 * with it. Of a state, or in another order, it lists those among the seller's newest 10,000 orders.
 */
export async function listSellerOrders(
  db: Db,
  sellerId: string,
  {
    q = '',
    page = 1,
    page_size = LIST_PAGE_SIZE,
    state,
    sort = SELLER_ORDER_SORTS[0],
    direction = 'desc',
  }: SellerOrdersQuery,
): Promise<SellerOrderPage> {
  const ranges = q ? orderNumbersMatching(q) : undefined
  const range = { ranges, limit: page_size, offset: (page - 1) * page_size }
  if (state || sort !== 'date') {
    const sorting = { sort, direction }
    const { numbers, total, looked } = await queries.findSellerOrders(db, sellerId, { ...range, state, sorting })
    const orders = await queries.readOrders(db, sellerId, numbers)
    return { orders, total, total_is_exact: looked <= MAX_MATCHES, page, page_size }
  }
  const [total, numbers] = await Promise.all([
    ranges ? queries.countSellerOrdersIn(db, sellerId, ranges) : countSellerOrders(db, sellerId),
    queries.listSellerNumbers(db, sellerId, { ...range, direction }),
  ])
  return { orders: await queries.readOrders(db, sellerId, numbers), total, page, page_size }
}
