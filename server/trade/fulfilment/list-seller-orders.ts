import type { Db } from '../../../db/tables.ts'
import { shownState, unitsLeft, unitsReversed } from '../../../shared/fulfilment/rules.ts'
import type {
  FullSellerOrder,
  FullSellerOrderPage,
  SellerExportQuery,
  SellerViewQuery,
} from '../../../shared/fulfilment/schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { lineTotal } from '../../../shared/pricing/line-total.ts'
import { type CsvColumn, csvFile } from '../../platform/data/csv.ts'
import { listSellerOrders } from '../orders/list-seller-orders.ts'
import { readSellerSearch } from '../orders/seller-search-queries.ts'
import { countViews, listNumbersAfter, type ViewsOf } from '../orders/view-queries.ts'
import { troubledOrders } from './queries.ts'
import { readForSeller } from './read-seller-orders.ts'
import { openReturns } from './return-queries.ts'

interface ExportedLine {
  order: FullSellerOrder
  line: FullSellerOrder['lines'][number]
}

const EXPORT_COLUMNS: readonly CsvColumn<ExportedLine>[] = [
  ['Order', ({ order }) => order.seller_order_id],
  ['Ordered', ({ order }) => order.created_at, 'time'],
  ['Status', ({ order }) => progressMessages.states[shownState(order)]],
  ['Ship by', ({ order }) => order.ship_by ?? '', 'day'],
  ['Name', ({ order }) => order.shipping_address.fullName ?? ''],
  ['Address', ({ order }) => order.shipping_address.address ?? ''],
  ['City', ({ order }) => order.shipping_address.city ?? ''],
  ['Postal code', ({ order }) => order.shipping_address.postalCode ?? ''],
  ['Country', ({ order }) => order.shipping_address.country ?? ''],
  ['Product ID', ({ line }) => line.product_id],
  ['Product', ({ line }) => line.product_name],
  ['Unit price', ({ line }) => line.unit_price.toFixed(2)],
  ['Units', ({ line }) => line.quantity],
  ['Cancelled', ({ line }) => line.cancelled],
  ['Sent', ({ line }) => line.sent],
  ['To send', ({ line }) => unitsLeft(line)],
  ['Returned', ({ line }) => line.returned_units],
  ['Payment', ({ order }) => order.payment?.label ?? ''],
  // Their sums are the figures of the dashboard.
  ['Sold', (row) => amountOf(row, row.line.quantity)],
  ['Cancelled and returned', (row) => amountOf(row, unitsReversed(row.order, row.line))],
  ['Net', (row) => amountOf(row, row.line.quantity - unitsReversed(row.order, row.line))],
]

/** Returns the value of units of a line; 0 before the order is paid. */
function amountOf({ order: { payment }, line }: ExportedLine, units: number): string {
  return lineTotal(line.unit_price, payment?.payment_state === 'awaiting_transfer' ? 0 : units).toFixed(2)
}

const EXPORT_ORDERS = 200

function viewsOf(sellerId: string, now: Date): ViewsOf {
  return {
    sellerId,
    today: dayOf(now),
    troubled: troubledOrders(sellerId),
    returning: openReturns(sellerId),
  }
}

/** Returns a page of a seller's orders or of one view, with the count of each view. */
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

/** Returns a file of a seller's orders, oldest first: all, or those that match a view or state and `q`. */
export function exportOrdersOfSeller(db: Db, sellerId: string, { q, view, state }: SellerExportQuery, now: Date) {
  const search = readSellerSearch(q)
  // A view implies its states.
  const which = view ? { view, search } : { state, search }
  return csvFile(EXPORT_COLUMNS, {
    total: undefined,
    first: 0,
    async read(after) {
      const numbers = await listNumbersAfter(db, viewsOf(sellerId, now), { ...which, after, limit: EXPORT_ORDERS })
      const next = numbers.at(-1)
      if (next === undefined) return undefined
      const orders = await readForSeller(db, sellerId, numbers, now)
      return { rows: orders.flatMap((order) => order.lines.map((line) => ({ order, line }))), next }
    },
  })
}
