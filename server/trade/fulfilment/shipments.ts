import { sqlState, UNIQUE_VIOLATION } from '../../../db/connect.ts'
import { MAX_SHIPMENTS, VOID_MINUTES } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { fulfilmentMessages } from '../../../shared/fulfilment/messages.ts'
import { canArrive, isCounted } from '../../../shared/fulfilment/rules.ts'
import type { ChangeShipment, Send } from '../../../shared/fulfilment/schema.ts'
import { dayOf, noonOf } from '../../../shared/kernel/calendar.ts'
import { hasAddress, readShippingAddress } from '../../../shared/orders/rules.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import { invalidRequest } from '../../platform/http/errors.ts'
import { setHold } from '../orders/fulfilment-queries.ts'
import { captureSoon } from '../payments/queries.ts'
import { allLeft, cancelUnits, takeUnits } from './cancel.ts'
import { fulfilmentError } from './errors.ts'
import {
  countsOf,
  deliveryOf,
  type FulfilmentAction,
  kindFact,
  lineOf,
  NO_REQUEST,
  record,
  requireNotStopped,
  requireRevision,
  requireSendable,
  returnsOf,
  wrongState,
} from './fulfilment-action.ts'
import { findRequest, insertShipment, listShipments, type ShipmentRow, updateShipment } from './queries.ts'
import { returnableUnits, unitsInOpenReturns } from './what-can-return.ts'

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
  const units = sending.lines ?? allLeft(action)
  const taken = await takeUnits(action, units)
  const { request_id, carrier = '', tracking_number = null, tracking_url = null, expected_on = null } = sending
  const { order_number, seller_id } = sellerOrder
  const way = kind === 'parcel' ? { carrier, tracking_number, tracking_url, expected_on } : { carrier: '' }
  const shipment = { order_number, seller_id, request_id, ...way, sent_at: now }
  const shipment_number = await insertShipment(tx, shipment, units).catch((error) => {
    // Another order, sent at the same time, has it.
    throw sqlState(error) === UNIQUE_VIOLATION ? fulfilmentError('request_reused') : error
  })
  for (const { line, quantity } of taken) line.sent += quantity
  action.shipments = await listShipments(tx, [order_number], seller_id)
  sellerOrder.confirmed_at ??= now
  // A request for single units remains while some of them are unsent.
  if (!sellerOrder.cancel_lines) Object.assign(sellerOrder, NO_REQUEST)
  if (action.payment) await captureSoon(tx, action.payment, now)
  const { delivery } = kindFact(action)
  const tracked = delivery ? { delivery } : { carrier, ...(tracking_number && { tracking_number }) }
  await record(action, 'sent', { shipment_number, ...tracked, units: countsOf(units).units })
  if (kind === 'none') await deliverNow(action, shipment_number)
  return true
}

function isAddressed({ order, sellerOrder }: FulfilmentAction): boolean {
  const address = readShippingAddress(sellerOrder.shipping_address ?? order.shipping_address)
  return address !== null && hasAddress(address)
}

/** Corrects a shipment's tracking, or records its outcome. Throws AppError 400, 404, 409. */
export async function changeShipment(action: FulfilmentAction, change: ChangeShipment, shipmentNumber: number) {
  const shipment = shipmentOf(action, shipmentNumber)
  await requireRevision(action, change.revision)
  if (shipment.state === 'voided' || shipment.state === 'refunded') throw await wrongState(action)
  const isParcel = deliveryOf(action).kind === 'parcel'
  for (const field of ['carrier', 'tracking_number', 'tracking_url', 'expected_on'] as const) {
    const value = change[field]
    if (value !== undefined && isParcel) Object.assign(shipment, { [field]: value })
  }
  if (change.state === 'delivered') await deliver(action, shipment, change.delivered_on)
  else if (change.state === 'lost') await lose(action, shipment)
  else if (change.state === 'resent') await sendAgain(action, shipment)
  else if (change.state === 'refunded') await refundLost(action, shipment)
  else if (change.state === 'voided') await takeBack(action, shipment)
  await write(action, shipment)
}

/** Records that the buyer has received a shipment. Throws AppError 404 and 409. */
export async function receive(action: FulfilmentAction, { revision }: { revision: number }, shipmentNumber: number) {
  await requireRevision(action, revision)
  await deliverNow(action, shipmentNumber)
}

/** Marks a shipment as delivered. */
async function deliverNow(action: FulfilmentAction, shipmentNumber: number): Promise<void> {
  const shipment = shipmentOf(action, shipmentNumber)
  await deliver(action, shipment, undefined)
  await write(action, shipment)
}

/** Marks a shipment as delivered after a time without reports; returns false when there was one. */
export async function deliverByTime(action: FulfilmentAction, due: { shipment_number: number }): Promise<boolean> {
  const { state, missing_at } = shipmentOf(action, due.shipment_number)
  if (state !== 'sent' || missing_at) return false
  await deliverNow(action, due.shipment_number)
  return true
}

/** Refunds a lost shipment after its seller's deadline; returns false when the seller has decided. */
export async function refundByTime(action: FulfilmentAction, due: { shipment_number: number }): Promise<boolean> {
  const shipment = shipmentOf(action, due.shipment_number)
  if (shipment.state !== 'lost') return false
  // Postponed while units of it are being returned or have been.
  if (await hasReturn(action, shipment)) shipment.lost_at = action.now
  else await refundLost(action, shipment)
  await write(action, shipment)
  return true
}

/** Records that the buyer reports a shipment missing. Throws AppError 404 and 409. */
export async function markMissing(
  action: FulfilmentAction,
  { revision }: { revision: number },
  shipmentNumber: number,
) {
  const shipment = shipmentOf(action, shipmentNumber)
  await requireRevision(action, revision)
  if (shipment.state !== 'sent' || shipment.missing_at) throw await wrongState(action)
  shipment.missing_at = action.now
  await record(action, 'missing', { shipment_number: shipmentNumber })
  await write(action, shipment)
}

function shipmentOf({ shipments }: FulfilmentAction, shipmentNumber: number): ShipmentRow {
  const shipment = shipments.find((one) => one.shipment_number === shipmentNumber)
  if (!shipment) throw fulfilmentError('shipment_not_found')
  return shipment
}

async function deliver(action: FulfilmentAction, shipment: ShipmentRow, day: string | undefined): Promise<void> {
  if (!canArrive(shipment, action)) throw await wrongState(action)
  const { now, actor } = action
  if (shipment.state === 'resent') countSent(action, shipment, 1)
  shipment.lost_at = null
  shipment.delivered_at = day === undefined ? now : timeOn(day, shipment.sent_at, now)
  shipment.delivery_recorded_at = now
  shipment.delivered_by = actor.role === 'system' ? 'time' : actor.role
  shipment.state = 'delivered'
  const { shipment_number, delivered_by: by } = shipment
  await record(action, 'delivered', { shipment_number, by, ...kindFact(action) })
}

function timeOn(day: string, sentAt: Date, now: Date): Date {
  if (day < dayOf(sentAt) || day > dayOf(now)) {
    const message = `delivered_on: ${fulfilmentErrors.wrong_delivery_date.text}`
    throw fulfilmentError('wrong_delivery_date', undefined, { message })
  }
  return new Date(Math.min(Math.max(noonOf(day).getTime(), sentAt.getTime()), now.getTime()))
}

async function lose(action: FulfilmentAction, shipment: ShipmentRow): Promise<void> {
  if (shipment.state !== 'sent' || (await hasReturn(action, shipment))) throw await wrongState(action)
  shipment.state = 'lost'
  shipment.lost_at = action.now
  await record(action, 'lost', { shipment_number: shipment.shipment_number })
}

async function sendAgain(action: FulfilmentAction, shipment: ShipmentRow): Promise<void> {
  await requireUndecided(action, shipment)
  requireNotStopped(action)
  if (action.shipments.length >= MAX_SHIPMENTS) throw fulfilmentError('too_many_shipments')
  countSent(action, shipment, -1)
  shipment.state = 'resent'
  const { hold } = action.sellerOrder
  await setHold(action.tx, action.sellerOrder, hold, hold === null ? action.now : null)
  const { shipment_number } = shipment
  await record(action, 'resent', { shipment_number, units: countsOf(shipment.lines).units })
}

async function refundLost(action: FulfilmentAction, shipment: ShipmentRow): Promise<void> {
  await requireUndecided(action, shipment)
  countSent(action, shipment, -1)
  shipment.state = 'refunded'
  await cancelUnits(action, shipment.lines, { reason: 'lost' })
}

async function requireUndecided(action: FulfilmentAction, shipment: ShipmentRow): Promise<void> {
  if (shipment.state !== 'lost' || (await hasReturn(action, shipment))) throw await wrongState(action)
}

/** Returns whether units of a shipment are or were returned: then it has arrived. */
async function hasReturn(action: FulfilmentAction, shipment: ShipmentRow): Promise<boolean> {
  const { lines, shipments } = action
  const returns = await returnsOf(action)
  const others = { lines, shipments: shipments.filter((one) => one !== shipment), returns, ended_at: null }
  return shipment.lines.some(
    ({ line_number, quantity }) => returnableUnits(others, lineOf(action, line_number)) < quantity,
  )
}

function countSent(action: FulfilmentAction, shipment: ShipmentRow, sign: 1 | -1): void {
  for (const { line_number, quantity } of shipment.lines) lineOf(action, line_number).sent += sign * quantity
}

async function takeBack(action: FulfilmentAction, shipment: ShipmentRow): Promise<void> {
  const { actor, now } = action
  if (!isCounted(shipment.state)) throw await wrongState(action)
  if (actor.role !== 'admin') {
    if (shipment.state !== 'sent') throw await wrongState(action)
    const isGone = deliveryOf(action).kind === 'parcel' && secondsAfter(shipment.sent_at, VOID_MINUTES * 60) < now
    if (isGone) throw fulfilmentError('too_late_to_void')
  }
  // Units in a return were delivered.
  const returns = await returnsOf(action)
  for (const { line_number, quantity } of shipment.lines) {
    const line = lineOf(action, line_number)
    const returning = unitsInOpenReturns({ returns }, line_number)
    if (line.sent - line.returned_units - returning < quantity) throw await wrongState(action)
    line.sent -= quantity
  }
  const unsaid = { lost_at: null, delivered_at: null, delivered_by: null, delivery_recorded_at: null }
  Object.assign(shipment, { state: 'voided', ...unsaid })
  await record(action, 'voided', { shipment_number: shipment.shipment_number })
}

async function write({ tx }: FulfilmentAction, shipment: ShipmentRow): Promise<void> {
  const {
    shipment_number,
    order_number: _order,
    seller_id: _seller,
    request_id: _request,
    lines: _,
    ...values
  } = shipment
  await updateShipment(tx, shipment_number, values)
}
