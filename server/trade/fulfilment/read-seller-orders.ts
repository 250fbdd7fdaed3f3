import type { Db, Tx } from '../../../db/tables.ts'
import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import { ADDRESS_SEEN_DAYS, MAX_RETURNS, trackingUrl } from '../../../shared/fulfilment/constants.ts'
import { isSent, methodText, stateText } from '../../../shared/fulfilment/delivery-texts.ts'
import type { FullReturn } from '../../../shared/fulfilment/return-schema.ts'
import { shownState, unitsLeft, unitsReversed } from '../../../shared/fulfilment/rules.ts'
import {
  type BuyerSellerOrder,
  buyerSellerOrderSchema,
  type FullSellerOrder,
  type FullSellerOrderPage,
  type SellerExportQuery,
  type SellerViewQuery,
  type Shipment,
} from '../../../shared/fulfilment/schema.ts'
import { progressMessages, workMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { hasAddress } from '../../../shared/orders/rules.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { sellerOrderMessages } from '../../../shared/orders/seller-order-messages.ts'
import { paymentLabel } from '../../../shared/payments/payment-texts.ts'
import { lineTotal } from '../../../shared/pricing/line-total.ts'
import { listSuspended } from '../../people/accounts/lookup-queries.ts'
import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { withIsoTimes } from '../../platform/data/columns.ts'
import { type CsvColumn, csvFile } from '../../platform/data/csv.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import { listSellerOrders } from '../orders/list-seller-orders.ts'
import { readSellerOrders, type SellerOrderRow } from '../orders/seller-order-queries.ts'
import { hasDeliveries } from '../orders/seller-queries.ts'
import { readSellerSearch } from '../orders/seller-search-queries.ts'
import { countViews, listNumbersAfter, type ViewsOf } from '../orders/view-queries.ts'
import { listOrderPayments, type PaymentOfOrder } from '../payments/order-payment-queries.ts'
import { listShipments, type ShipmentRow, troubledOrders } from './queries.ts'
import { listReturns, openReturns, type ReturnRow } from './return-queries.ts'
import { returnableUnits, returnUntil, sendUntil } from './what-can-return.ts'

type WithShipments = SellerOrderRow & Pick<FullSellerOrder, 'shipments' | 'returns' | 'payment'>

async function readWithShipments(
  db: Db | Tx,
  orderNumbers: readonly number[],
  sellerId?: string,
): Promise<WithShipments[]> {
  const rows = await readSellerOrders(db, orderNumbers, sellerId)
  const bySellerOrder = Map.groupBy(await listShipments(db, orderNumbers, sellerId), keyOf)
  // Only sent units can be returned.
  const sent = rows.filter((row) => bySellerOrder.has(keyOf(row)) || row.lines.some((line) => line.sent > 0))
  const numbers = [...new Set(sent.map(({ order_number }) => order_number))]
  const returns = Map.groupBy(await listReturns(db, numbers, sellerId), keyOf)
  const payments = await listOrderPayments(db, orderNumbers)
  return rows.map((row) => ({
    ...row,
    shipments: (bySellerOrder.get(keyOf(row)) ?? []).map(toShipment),
    returns: (returns.get(keyOf(row)) ?? []).map(toReturn),
    ...sellerField(payments.get(row.order_number)),
  }))
}

/** Sellers see the state of the payment but no amounts, which are those of the whole order. */
function sellerField(payment: PaymentOfOrder | undefined): Pick<FullSellerOrder, 'payment'> {
  return payment ? { payment: { payment_state: payment.payment_state, label: paymentLabel(payment) } } : {}
}

const keyOf = ({ order_number, seller_id }: { order_number: number; seller_id: string }) =>
  `${order_number} ${seller_id}`

function toShipment(row: ShipmentRow): Shipment {
  const { order_number: _order, seller_id: _seller, request_id: _request, ...shown } = row
  return { ...withIsoTimes(shown), tracking_url: row.tracking_url ?? trackingUrl(row.carrier, row.tracking_number) }
}

function toReturn(row: ReturnRow): FullReturn {
  const { order_number: _order, seller_id: _seller, refund_id: _refund, ...shown } = row
  return {
    ...withIsoTimes(shown),
    tracking_url: trackingUrl(row.carrier ?? '', row.tracking_number),
    send_until: sendUntil(row)?.toISOString() ?? null,
    refunded: row.refunded === null ? null : Number(row.refunded),
  }
}

/** Returns a seller's orders as the seller may see them, in the order of the numbers. */
export async function readForSeller(db: Db | Tx, sellerId: string, orderNumbers: readonly number[], now: Date) {
  const rows = await readWithShipments(db, orderNumbers, sellerId)
  return rows.map((row) => withoutOldAddress(toFull(row), now))
}

/** Returns the seller orders of an order as admins see them, with seller ids. */
export async function readForAdmin(db: Db | Tx, orderNumber: number, sellerId?: string) {
  const rows = await readWithShipments(db, [orderNumber], sellerId)
  const sellerIds = rows.map(({ seller_id }) => seller_id)
  const suspended = await listSuspended(db, sellerIds)
  return rows.map((row) => ({
    ...toFull(row),
    seller_id: row.seller_id,
    seller_suspended: suspended.has(row.seller_id),
  }))
}

function toFull(row: WithShipments): FullSellerOrder {
  const { order_number: _number, seller_id: _seller, buyer_id: _buyer, sold_by: _soldBy, ...order } = row
  return order
}

/** Long after it ended, the seller sees only the destination of an order. */
function withoutOldAddress(order: FullSellerOrder, now: Date): FullSellerOrder {
  const seenUntil = secondsBefore(now, ADDRESS_SEEN_DAYS * DAY_SECONDS).toISOString()
  if (order.ended_at === null || order.ended_at >= seenUntil) return order
  const { city, country } = order.shipping_address
  const shipping_address = { fullName: '', address: '', city, postalCode: '', country }
  return { ...order, shipping_address, previous_address: null }
}

/** The limit for requesting returns. */
export interface ReturnTerms {
  now: Date
  /** 0 turns returns off. */
  returnDays: number
}

/** Returns the seller orders of an order as its buyer sees them; with `sellerId` only that one. */
export async function readForBuyer(
  db: Db | Tx,
  orderNumber: number,
  terms: ReturnTerms,
  sellerId?: string,
): Promise<BuyerSellerOrder[]> {
  const rows = await readWithShipments(db, [orderNumber], sellerId)
  const sellerIds = rows.map(({ seller_id }) => seller_id)
  const names = await listSellerNames(db, sellerIds)
  const suspended = await listSuspended(db, sellerIds)
  return rows.map((row) => {
    const { name = '', handle = null, awning = null } = names.get(row.seller_id) ?? {}
    const seller = { name, handle, awning, is_suspended: suspended.has(row.seller_id) }
    return toBuyers(row, seller, terms)
  })
}

/** Removes fields that buyers may not see, such as resalable units, as details of refusals bypass response schemas. */
function toBuyers(
  row: WithShipments,
  seller: BuyerSellerOrder['seller'],
  { now, returnDays }: ReturnTerms,
): BuyerSellerOrder {
  const until = returnDays > 0 ? returnUntil(row, returnDays) : null
  const canReturn = returnDays > 0 && !row.is_stopped && !(until && now > until) && row.returns.length < MAX_RETURNS
  return buyerSellerOrderSchema.parse({
    ...row,
    seller,
    sold_by: row.sold_by ?? { name: seller.name },
    can_cancel: row.state === 'pending' || (row.state === 'confirmed' && seller.is_suspended),
    can_ask_to_cancel: row.state === 'confirmed' && row.cancel_requested_at === null && !seller.is_suspended,
    can_change_address: isSent(row.delivery) && canChangeAddress(row.state, row.shipping_address),
    lines: row.lines.map((line) => ({ ...line, returnable: canReturn ? returnableUnits(row, line) : 0 })),
    return_until: until?.toISOString() ?? null,
  })
}

/** Returns whether a buyer may change the address: before the seller confirms, or later if it has no address lines. */
export function canChangeAddress(state: FullSellerOrder['state'], address: ShippingInfo): boolean {
  return state === 'pending' || (state === 'confirmed' && !hasAddress(address))
}

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

/** Columns in the exports of sellers with delivery methods. */
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
