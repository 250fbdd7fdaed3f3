import type { Db } from '../../../db/tables.ts'
import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import { methodText, stateText } from '../../../shared/fulfilment/delivery-texts.ts'
import { shownState, unitsLeft, unitsReversed } from '../../../shared/fulfilment/rules.ts'
import type {
  FullSellerOrder,
  FullSellerOrderPage,
  SellerExportQuery,
  SellerViewQuery,
} from '../../../shared/fulfilment/schema.ts'
import { progressMessages, workMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { sellerOrderMessages } from '../../../shared/orders/seller-order-messages.ts'
import { lineTotal } from '../../../shared/pricing/line-total.ts'
import { type CsvColumn, csvFile } from '../../platform/data/csv.ts'
import { listSellerOrders } from '../orders/list-seller-orders.ts'
import { hasDeliveries } from '../orders/seller-queries.ts'
import { readSellerSearch } from '../orders/seller-search-queries.ts'
import { countViews, listNumbersAfter, type ViewsOf } from '../orders/view-queries.ts'
import { troubledOrders } from './queries.ts'
import { readForSeller } from './read-seller-orders.ts'
import { openReturns } from './return-queries.ts'

interface ExportedLine {
  order: FullSellerOrder
  line: FullSellerOrder['lines'][number]
  /** The line that has the amounts of the whole seller order. */
  isFirst: boolean
}

const exportColumns = (): readonly CsvColumn<ExportedLine>[] => [
  [sellerOrderMessages.headings.order, ({ order }) => order.seller_order_id],
  [sellerOrderMessages.headings.ordered, ({ order }) => order.created_at, 'time'],
  [orderMessages.status, ({ order }) => stateText(shownState(order), order.delivery)],
  [sellerOrderMessages.headings.shipBy, ({ order }) => order.ship_by ?? '', 'day'],
  [sellerOrderMessages.headings.name, ({ order }) => order.shipping_address.fullName ?? ''],
  [checkoutMessages.shippingFields.address, ({ order }) => order.shipping_address.address ?? ''],
  [checkoutMessages.shippingFields.city, ({ order }) => order.shipping_address.city ?? ''],
  [checkoutMessages.shippingFields.postalCode, ({ order }) => order.shipping_address.postalCode ?? ''],
  [checkoutMessages.shippingFields.country, ({ order }) => order.shipping_address.country ?? ''],
  [sellerOrderMessages.headings.productId, ({ line }) => line.product_id],
  [sellerOrderMessages.product, ({ line }) => line.product_name],
  [sellerOrderMessages.unitPrice, ({ line }) => line.unit_price.toFixed(2)],
  [sellerOrderMessages.unitsSold, ({ line }) => line.quantity],
  [progressMessages.states.cancelled, ({ line }) => line.cancelled],
  [workMessages.views.sent, ({ line }) => line.sent],
  [workMessages.views.send, ({ line }) => unitsLeft(line)],
  [progressMessages.states.returned, ({ line }) => line.returned_units],
  [checkoutMessages.payment, ({ order }) => order.payment?.label ?? ''],
  // The sums of these columns are the figures of the dashboard.
  [sellerOrderMessages.amounts.sold, (row) => amountOf(row, row.line.quantity)],
  [sellerOrderMessages.amounts.reversed, (row) => amountOf(row, unitsReversed(row.order, row.line))],
  [sellerOrderMessages.amounts.net, (row) => amountOf(row, row.line.quantity - unitsReversed(row.order, row.line))],
]

/** Of sellers with delivery methods. */
const deliveryColumns = (): readonly CsvColumn<ExportedLine>[] => [
  [orderDeliveryMessages.delivery, ({ order: { delivery } }) => (delivery ? methodText(delivery) : '')],
  [orderDeliveryMessages.arrivesFrom, ({ order }) => order.delivery?.arrives_from ?? '', 'day'],
  [orderDeliveryMessages.arrivesTo, ({ order }) => order.delivery?.arrives_to ?? '', 'day'],
  [orderDeliveryMessages.price, ({ order, isFirst }) => (isFirst ? (order.delivery?.amount ?? 0).toFixed(2) : '')],
  [orderDeliveryMessages.refunded, ({ order, isFirst }) => (isFirst ? (order.delivery?.refunded ?? 0).toFixed(2) : '')],
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
export async function exportOrdersOfSeller(db: Db, sellerId: string, { q, view, state }: SellerExportQuery, now: Date) {
  const search = readSellerSearch(q)
  // A view implies its states.
  const which = view ? { view, search } : { state, search }
  const columns = (await hasDeliveries(db, sellerId)) ? [...exportColumns(), ...deliveryColumns()] : exportColumns()
  return csvFile(columns, {
    total: undefined,
    first: 0,
    async read(after) {
      const numbers = await listNumbersAfter(db, viewsOf(sellerId, now), { ...which, after, limit: EXPORT_ORDERS })
      const next = numbers.at(-1)
      if (next === undefined) return undefined
      const orders = await readForSeller(db, sellerId, numbers, now)
      return {
        rows: orders.flatMap((order) => order.lines.map((line, index) => ({ order, line, isFirst: index === 0 }))),
        next,
      }
    },
  })
}
