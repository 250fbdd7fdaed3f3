import type { Db } from '../../../db/tables.ts'
import type { SellerViewQuery } from '../../../shared/fulfilment/schema.ts'
import { LIST_PAGE_SIZE, MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { SELLER_ORDER_SORTS } from '../../../shared/orders/constants.ts'
import { countSellerOrders } from '../stats/queries.ts'
import * as queries from './seller-queries.ts'
import { readSellerSearch } from './seller-search-queries.ts'
import { listView, type ViewsOf } from './view-queries.ts'

/** Returns the order numbers of a page of a seller; filtered or sorted, from the newest 10,000. */
export async function listSellerOrders(
  db: Db,
  views: ViewsOf,
  {
    q = '',
    page = 1,
    page_size = LIST_PAGE_SIZE,
    view,
    state,
    sort = SELLER_ORDER_SORTS[0],
    direction = 'desc',
  }: SellerViewQuery,
) {
  const { sellerId } = views
  const search = readSellerSearch(q)
  const range = { limit: page_size, offset: (page - 1) * page_size }
  if (view) return { ...(await listView(db, views, { ...range, search, view })), page, page_size }
  if (state || sort !== 'date' || search?.text !== undefined) {
    const sorting = { sort, direction }
    const { numbers, total, examined } = await queries.findSellerOrders(db, sellerId, {
      ...range,
      search,
      state,
      sorting,
    })
    return { numbers, total, total_is_exact: examined <= MAX_MATCHES, page, page_size }
  }
  const ranges = search?.ranges
  const [total, numbers] = await Promise.all([
    ranges ? queries.countSellerOrdersIn(db, sellerId, ranges) : countSellerOrders(db, sellerId),
    queries.listSellerNumbers(db, sellerId, { ...range, ranges, direction }),
  ])
  return { numbers, total, page, page_size }
}
