import type { Db, Tx } from '../../../db/tables.ts'
import { ADDRESS_SEEN_DAYS, MAX_RETURNS, trackingUrl } from '../../../shared/fulfilment/constants.ts'
import { isSent } from '../../../shared/fulfilment/delivery-texts.ts'
import type { FullReturn } from '../../../shared/fulfilment/return-schema.ts'
import {
  type BuyerSellerOrder,
  buyerSellerOrderSchema,
  type FullSellerOrder,
  type Shipment,
} from '../../../shared/fulfilment/schema.ts'
import { hasAddress } from '../../../shared/orders/rules.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { paymentLabel } from '../../../shared/payments/payment-texts.ts'
import { listSuspended } from '../../people/accounts/lookup-queries.ts'
import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { withIsoTimes } from '../../platform/data/iso-times.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import { readSellerOrders, type SellerOrderRow } from '../orders/seller-order-queries.ts'
import { listOrderPayments, type PaymentOfOrder } from '../payments/order-payment-queries.ts'
import { listShipments, type ShipmentRow } from './queries.ts'
import { listReturns, type ReturnRow } from './return-queries.ts'
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
