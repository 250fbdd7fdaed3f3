import type { Db } from '../../db/tables.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import type { ListQuery } from '../../shared/kernel/list-schema.ts'
import type { PaymentMethod } from '../../shared/orders/constants.ts'
import { orderMessages } from '../../shared/orders/messages.ts'
import type { AdminOrderPage, AdminOrderRow } from '../../shared/orders/schema.ts'
import { inBatches } from '../data/batches.ts'
import type { CsvCell, CsvRows } from '../data/csv.ts'
import * as queries from './admin-queries.ts'
import { matchingNumbers, readNumberSearch } from './search-numbers.ts'

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

/** Returns the rows of all orders of the list, newest first. Orders that are made meanwhile are left out. */
export async function exportOrders(db: Db, text: string): Promise<CsvRows> {
  const search = readNumberSearch(text)
  if (!search) return { total: 0, batches: inBatches(0, async () => undefined) }
  const part = text.toUpperCase()
  const { orders: all, last } = await queries.readNumbering(db)
  const total = all === last ? matchingNumbers(search).count(last) : await countIfQuick(db, part)
  const batches = inBatches(last, async (high, size) => {
    const low = await queries.findLowest(db, high, size)
    if (low === undefined) return undefined
    const orders = await queries.listOrdersBetween(db, { part, low, high })
    return { rows: orders.map(toCells), next: low - 1 }
  })
  return { total, batches }
}

/** Returns the count; undefined when the database does not count in time, which is no reason to fail. */
async function countIfQuick(db: Db, part: string): Promise<number | undefined> {
  return queries.countByScan(db, part).catch(() => undefined)
}

function toCells(order: AdminOrderRow & { payment_method: PaymentMethod }): CsvCell[] {
  return [
    order.order_id,
    order.buyer_id,
    order.total_count.toFixed(2),
    order.created_at,
    orderMessages.states[order.order_state],
    orderMessages.paymentMethods[order.payment_method],
  ]
}
