import { sqlState, UNIQUE_VIOLATION } from '../../../db/connect.ts'
import { MAX_SHIPMENTS } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentMessages } from '../../../shared/fulfilment/messages.ts'
import type { Send } from '../../../shared/fulfilment/schema.ts'
import { hasAddress, readShippingAddress } from '../../../shared/orders/rules.ts'
import { invalidRequest } from '../../platform/http/errors.ts'
import { captureSoon } from '../payments/queries.ts'
import { allLeft, takeUnits } from './cancel.ts'
import { deliverNow } from './change-shipment.ts'
import { fulfilmentError } from './errors.ts'
import {
  deliveryOf,
  type FulfilmentAction,
  kindFact,
  NO_REQUEST,
  record,
  requireSendable,
} from './fulfilment-action.ts'
import { findRequest, insertShipment, listShipments } from './queries.ts'

/** A shipment to record; without `lines` it has all unsent units. */
export type Sending = Omit<Send, 'lines'> & { lines?: Send['lines'] | undefined }

/** Accepts a seller order. Throws AppError 409. */
export async function confirm(action: FulfilmentAction, { revision }: { revision: number }): Promise<void> {
  await requireSendable(action, revision, ['pending'])
  action.sellerOrder.confirmed_at = action.now
  await record(action, 'confirmed')
}

/** Records a shipment, which confirms the order; false when it was recorded before. Throws AppError 404, 409, 422. */
export async function send(action: FulfilmentAction, sending: Sending): Promise<boolean> {
  const { tx, now, order, sellerOrder } = action
  const earlier = await findRequest(tx, sellerOrder.seller_id, sending.request_id)
  if (earlier && earlier.order_number !== order.order_number) throw fulfilmentError('request_reused')
  if (earlier) return false
  await requireSendable(action, sending.revision, ['pending', 'confirmed'])
  const { kind } = deliveryOf(action)
  if (kind === 'parcel' && !sending.carrier) throw invalidRequest(`carrier: ${fulfilmentMessages.carrierNeeded}`)
  if (kind === 'parcel' && !isAddressed(action)) throw fulfilmentError('no_address')
  if (action.shipments.length >= MAX_SHIPMENTS) throw fulfilmentError('too_many_shipments')
  const taken = await takeUnits(action, sending.lines ?? allLeft(action))
  const { request_id, carrier = '', tracking_number = null, tracking_url = null, expected_on = null } = sending
  const { order_number, seller_id } = sellerOrder
  const way = kind === 'parcel' ? { carrier, tracking_number, tracking_url, expected_on } : { carrier: '' }
  const shipment_number = await insertShipment(
    tx,
    { order_number, seller_id, request_id, ...way, sent_at: now },
    taken.map(({ line, quantity }) => ({ line_number: line.line_number, quantity })),
  ).catch((error) => {
    // Another order, sent at the same time, has it.
    throw sqlState(error) === UNIQUE_VIOLATION ? fulfilmentError('request_reused') : error
  })
  for (const { line, quantity } of taken) line.sent += quantity
  action.shipments = await listShipments(tx, [order_number], seller_id)
  sellerOrder.confirmed_at ??= now
  // A request for single units remains while some of them are unsent.
  if (!sellerOrder.cancel_lines) Object.assign(sellerOrder, NO_REQUEST)
  if (action.payment) await captureSoon(tx, action.payment, now)
  const units = taken.reduce((sum, { quantity }) => sum + quantity, 0)
  const { delivery } = kindFact(action)
  const tracked = delivery ? { delivery } : { carrier, ...(tracking_number && { tracking_number }) }
  await record(action, 'sent', { shipment_number, ...tracked, units })
  if (kind === 'none') await deliverNow(action, shipment_number)
  return true
}

function isAddressed({ order, sellerOrder }: FulfilmentAction): boolean {
  const address = readShippingAddress(sellerOrder.shipping_address ?? order.shipping_address)
  return address !== null && hasAddress(address)
}
