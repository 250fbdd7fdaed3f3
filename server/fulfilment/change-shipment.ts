import { VOID_MINUTES } from '../../shared/fulfilment/constants.ts'
import type { ChangeShipment } from '../../shared/fulfilment/schema.ts'
import { secondsAfter } from '../config/clock.ts'
import { type Act, record, requireRevision, shown } from './act.ts'
import { shipmentNotFound, tooLateToVoid, wrongDeliveryDate, wrongState } from './errors.ts'
import { type ShipmentRow, updateShipment } from './queries.ts'
import { listReturns } from './return-queries.ts'
import { askedUnits } from './what-can-return.ts'

/**
 * Corrects the tracking of a shipment, or records that it came, was lost, or was never sent. Throws AppError 400 for a
 * wrong date, 404 for an unknown shipment, and 409.
 */
export async function changeShipment(act: Act, shipmentNumber: number, change: ChangeShipment): Promise<void> {
  const shipment = shipmentOf(act, shipmentNumber)
  await requireRevision(act, change.revision)
  if (shipment.state === 'voided') throw wrongState(await shown(act))
  for (const field of ['carrier', 'tracking_number', 'tracking_url', 'expected_on'] as const) {
    const value = change[field]
    if (value !== undefined) Object.assign(shipment, { [field]: value })
  }
  if (change.state === 'delivered') await deliver(act, shipment, change.delivered_on)
  else if (change.state === 'lost') await lose(act, shipment)
  else if (change.state === 'voided') await takeBack(act, shipment)
  await write(act, shipment)
}

/** Records that a buyer has received a shipment. Throws AppError 404 and 409. */
export async function receive(act: Act, shipmentNumber: number, revision: number): Promise<void> {
  const shipment = shipmentOf(act, shipmentNumber)
  await requireRevision(act, revision)
  await deliver(act, shipment, undefined)
  await write(act, shipment)
}

/** Records that a shipment has come, as nothing else was said for so long; returns false when something was. */
export async function deliverByTime(act: Act, shipmentNumber: number): Promise<boolean> {
  const shipment = shipmentOf(act, shipmentNumber)
  if (shipment.state !== 'sent' || shipment.missing_at) return false
  await deliver(act, shipment, undefined)
  await write(act, shipment)
  return true
}

/** Records that a buyer misses a shipment. Throws AppError 404 and 409. */
export async function miss(act: Act, shipmentNumber: number, revision: number): Promise<void> {
  const shipment = shipmentOf(act, shipmentNumber)
  await requireRevision(act, revision)
  if (shipment.state !== 'sent' || shipment.missing_at) throw wrongState(await shown(act))
  shipment.missing_at = act.now
  await record(act, 'missing', { shipment_number: shipmentNumber })
  await write(act, shipment)
}

function shipmentOf({ shipments }: Act, shipmentNumber: number): ShipmentRow {
  const shipment = shipments.find((one) => one.shipment_number === shipmentNumber)
  if (!shipment) throw shipmentNotFound()
  return shipment
}

async function deliver(act: Act, shipment: ShipmentRow, day: string | undefined): Promise<void> {
  if (shipment.state !== 'sent' && shipment.state !== 'lost') throw wrongState(await shown(act))
  const { now, actor } = act
  shipment.delivered_at = day === undefined ? now : timeOn(day, shipment.sent_at, now)
  shipment.delivery_recorded_at = now
  shipment.delivered_by = actor.role === 'system' ? 'time' : actor.role
  shipment.state = 'delivered'
  const { shipment_number, delivered_by: by } = shipment
  await record(act, 'delivered', { shipment_number, by })
}

/** Returns noon of a day (UTC), or the nearest time between sending and now. Throws AppError 400 for another day. */
function timeOn(day: string, sentAt: Date, now: Date): Date {
  if (day < dayOf(sentAt) || day > dayOf(now)) throw wrongDeliveryDate()
  const noon = Date.parse(`${day}T12:00:00Z`)
  return new Date(Math.min(Math.max(noon, sentAt.getTime()), now.getTime()))
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

async function lose(act: Act, shipment: ShipmentRow): Promise<void> {
  if (shipment.state !== 'sent') throw wrongState(await shown(act))
  shipment.state = 'lost'
  await record(act, 'lost', { shipment_number: shipment.shipment_number })
}

/** Its units are to be sent again. */
async function takeBack(act: Act, shipment: ShipmentRow): Promise<void> {
  const { tx, actor, now, lines, sellerOrder } = act
  if (actor.role !== 'admin') {
    if (shipment.state !== 'sent') throw wrongState(await shown(act))
    if (secondsAfter(shipment.sent_at, VOID_MINUTES * 60) < now) throw tooLateToVoid()
  }
  // What buyers ask to return was sent.
  const returns = await listReturns(tx, [sellerOrder.order_number], sellerOrder.seller_id)
  for (const { line_number, quantity } of shipment.lines) {
    const line = lines.find((one) => one.line_number === line_number)
    const kept = askedUnits({ returns }, line_number)
    if (!line || line.sent - line.returned_units - kept < quantity) throw wrongState(await shown(act))
    line.sent -= quantity
  }
  Object.assign(shipment, { state: 'voided', delivered_at: null, delivered_by: null, delivery_recorded_at: null })
  await record(act, 'voided', { shipment_number: shipment.shipment_number })
}

async function write({ tx }: Act, shipment: ShipmentRow): Promise<void> {
  const { state, carrier, tracking_number, tracking_url, expected_on } = shipment
  const { missing_at, delivered_at, delivered_by, delivery_recorded_at } = shipment
  const tracking = { carrier, tracking_number, tracking_url, expected_on }
  const delivery = { missing_at, delivered_at, delivered_by, delivery_recorded_at }
  await updateShipment(tx, shipment.shipment_number, { state, ...tracking, ...delivery })
}
