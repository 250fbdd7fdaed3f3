import type { Db } from '../../db/tables.ts'
import { fulfilmentWords } from '../../shared/fulfilment/messages.ts'
import { unitsLeft } from '../../shared/fulfilment/rules.ts'
import type {
  FullSellerOrder,
  FullSellerOrderPage,
  SellerExportQuery,
  SellerViewQuery,
} from '../../shared/fulfilment/schema.ts'
import { orderNumbersMatching } from '../../shared/orders/rules.ts'
import { inBatches } from '../data/batches.ts'
import type { CsvRow, CsvRows } from '../data/csv.ts'
import { listSellerOrders } from '../orders/list-seller-orders.ts'
import { countViews, listNumbersAfter, type ViewsOf } from '../orders/view-queries.ts'
import { troubledOrders } from './queries.ts'
import { readForSeller } from './read-seller-orders.ts'
import { openReturns } from './return-queries.ts'

/** The columns of a seller's export, one row for each line. */
export const SELLER_EXPORT_HEADER = [
  'Order',
  'Ordered',
  'Status',
  'Ship by',
  'Name',
  'Address',
  'City',
  'Postal code',
  'Country',
  'Product ID',
  'Product',
  'Unit price',
  'Units',
  'Cancelled',
  'Sent',
  'To send',
]
/** Orders that are read for an export at once. */
const EXPORT_ORDERS = 200

function viewsOf(sellerId: string, now: Date): ViewsOf {
  return {
    sellerId,
    today: now.toISOString().slice(0, 10),
    troubled: troubledOrders(sellerId),
    returning: openReturns(sellerId),
  }
}

/** Returns a page of a seller's orders, or of a view of them, with how many orders each view has. */
export async function listOrdersOfSeller(
  db: Db,
  sellerId: string,
  query: SellerViewQuery,
  now: Date,
): Promise<FullSellerOrderPage> {
  const views = viewsOf(sellerId, now)
  const [{ numbers, ...page }, counts] = await Promise.all([listSellerOrders(db, views, query), countViews(db, views)])
  return { orders: await readForSeller(db, sellerId, numbers, now), ...page, counts }
}

/** Returns the rows of a seller's orders for a file, oldest first: all, or those of a view or state whose id starts with `q`. */
export function exportOrdersOfSeller(
  db: Db,
  sellerId: string,
  { q, view, state }: SellerExportQuery,
  now: Date,
): CsvRows {
  const ranges = q ? orderNumbersMatching(q) : undefined
  // A view has no other state.
  const which = view ? { view, ranges } : { state, ranges }
  const batches = inBatches(0, async (after, size) => {
    const limit = Math.min(size, EXPORT_ORDERS)
    const numbers = await listNumbersAfter(db, viewsOf(sellerId, now), { ...which, after, limit })
    const next = numbers.at(-1)
    if (next === undefined) return undefined
    const orders = await readForSeller(db, sellerId, numbers, now)
    return { rows: orders.flatMap(toRows), next }
  })
  return { total: undefined, batches }
}

function toRows(order: FullSellerOrder): CsvRow[] {
  const { fullName, address, city, postalCode, country } = order.shipping_address
  return order.lines.map((line) => [
    order.seller_order_id,
    order.created_at,
    fulfilmentWords.states[order.state],
    order.ship_by ?? '',
    ...[fullName, address, city, postalCode, country].map((field) => field ?? ''),
    line.product_id,
    line.product_name,
    line.unit_price.toFixed(2),
    line.quantity,
    line.cancelled,
    line.sent,
    unitsLeft(line),
  ])
}
