import type { Db } from '../../db/tables.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import type { ListQuery } from '../../shared/kernel/list-schema.ts'
import { orderMessages } from '../../shared/orders/messages.ts'
import { orderNumberOf } from '../../shared/orders/rules.ts'
import type { AdminOrderPage } from '../../shared/orders/schema.ts'
import type { CsvCell } from '../data/csv.ts'
import * as queries from './admin-queries.ts'
import { matchingNumbers, readNumberSearch } from './search-numbers.ts'

const EXPORT_BATCH = 1000

/** The columns of the order export. */
export const ORDER_EXPORT_HEADER = ['Order ID', 'Buyer ID', 'Total Amount', 'Order Date', 'Status', 'Payment Method']

/** Returns a page, from 1, of all orders or of those whose id contains the text, newest first, and their count. */
export async function listAdminOrders(db: Db, { q = '', page = 1 }: ListQuery): Promise<AdminOrderPage> {
  const page_size = LIST_PAGE_SIZE
  const range = { offset: (page - 1) * page_size, limit: page_size }
  const search = readNumberSearch(q)
  if (!search) return { orders: [], total: 0, page, page_size }
  const { orders: all, last } = await queries.readNumbering(db)
  if (all !== last) {
    const part = q.toUpperCase()
    const [orders, total] = await Promise.all([queries.scanOrders(db, part, range), queries.countByScan(db, part)])
    return { orders, total, page, page_size }
  }
  const matches = matchingNumbers(search)
  const orders = await queries.listOrdersNumbered(db, matches.newest(last, range))
  return { orders, total: matches.count(last), page, page_size }
}

/** Yields all orders of the list in batches, each by its own query: a slow client holds no connection. */
export async function* exportOrders(db: Db, text: string): AsyncGenerator<CsvCell[][]> {
  if (!readNumberSearch(text)) return
  let below = Number.MAX_SAFE_INTEGER
  for (;;) {
    const orders = await queries.listOrdersBelow(db, { part: text.toUpperCase(), below, limit: EXPORT_BATCH })
    yield orders.map((order) => [
      order.order_id,
      order.buyer_id,
      order.total_count.toFixed(2),
      order.created_at,
      orderMessages.states[order.order_state],
      orderMessages.paymentMethods[order.payment_method],
    ])
    const last = orders.at(-1)
    if (!last || orders.length < EXPORT_BATCH) return
    below = orderNumberOf(last.order_id)
  }
}
