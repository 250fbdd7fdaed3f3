import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { FrozenDestination } from '../../../shared/delivery/offers.ts'
import type {
  NoteMark,
  OrderEventKind,
  OrderEventRole,
  SellerOrderState,
} from '../../../shared/fulfilment/constants.ts'
import { isStopped, sellerOrderState, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { LineUnits } from '../../../shared/fulfilment/schema.ts'
import { centsToDecimal } from '../../../shared/kernel/money.ts'
import { UNPAID_STATES } from '../../../shared/payments/constants.ts'
import { amountOfUnits } from '../../../shared/pricing/refundable.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { AppError } from '../../platform/http/errors.ts'
import type { SellerOrderKey } from '../orders/due-queries.ts'
import { adminOrderError, orderError } from '../orders/errors.ts'
import {
  countEvents,
  insertOrderEvent,
  type LockedLine,
  type LockedOrder,
  type LockedSellerOrder,
  lockLines,
  lockOrder,
  lockSellerOrder,
  recomputeOrderState,
  updateLineCounts,
  updateSellerOrder,
} from '../orders/fulfilment-queries.ts'
import { requireOrderId } from '../orders/read-order.ts'
import { captureSoon, findPaymentOfOrder, type PaymentRow } from '../payments/queries.ts'
import { expireAwaiting } from '../payments/refund-queries.ts'
import { fulfilmentError } from './errors.ts'
import { completeTransfer, holdUnsent } from './follow-payment.ts'
import { findShipmentSeller, listShipments, type ShipmentRow } from './queries.ts'
import { readForAdmin, readForBuyer, readForSeller } from './read-seller-orders.ts'
import { listReturns, type ReturnRow } from './return-queries.ts'

/** The user behind an action; the system has none. */
export interface Actor {
  role: OrderEventRole
  user_id: string | null
}

/** Selects a seller order of an order; buyers and sellers only reach their own. */
export interface Target {
  order_id: string
  sellerOrder: { seller_id: string } | { number: number } | { shipment_number: number }
  buyer_id?: string
}

/** A change of one seller order, which is locked as a whole and written at the end. */
export interface FulfilmentAction {
  tx: Tx
  now: Date
  actor: Actor
  order: LockedOrder
  sellerOrder: LockedSellerOrder
  lines: LockedLine[]
  shipments: ShipmentRow[]
  payment: PaymentRow | undefined
  returnDays: number
}

interface ActDeps {
  db: Db
  clock: Clock
  /** 0 by default, for actors who request no returns. */
  returnDays?: number
}

/** Runs `work` on a locked seller order in one transaction, and derives its new state. Throws AppError 404. */
export function changeSellerOrder(
  { db, clock, returnDays = 0 }: ActDeps,
  actor: Actor,
  target: Target,
  work: (action: FulfilmentAction) => Promise<unknown>,
): Promise<LockedSellerOrder> {
  return inTransaction(db, async (tx) => {
    const action = { ...(await openAct(tx, actor, target, clock())), returnDays }
    if ((await work(action)) !== false) await finish(action)
    return action.sellerOrder
  })
}

/**
 * Changes seller orders as the system, each in its own transaction; returns their number. Adds the errors of those that
 * fail to `failed`.
 */
export async function changeDue<Due extends SellerOrderKey>(
  { failed, ...deps }: ActDeps & { failed: Error[] },
  due: readonly Due[],
  work: (action: FulfilmentAction, due: Due) => Promise<unknown>,
): Promise<number> {
  for (const one of due) {
    const target = { order_id: one.order_id, sellerOrder: { seller_id: one.seller_id } }
    await changeSellerOrder(deps, { role: 'system', user_id: null }, target, (action) => work(action, one)).catch(
      (cause) => failed.push(new Error(`${one.order_id} failed`, { cause })),
    )
  }
  return due.length
}

/** Changes a seller order; returns the actor's new view of it. Throws AppError 404. */
export async function applyAction(...[deps, actor, target, work]: Parameters<typeof changeSellerOrder>) {
  const sellerOrder = await changeSellerOrder(deps, actor, target, work)
  const { db, clock, returnDays = 0 } = deps
  const seen = await shown({ tx: db, actor, sellerOrder, now: clock(), returnDays })
  if (!seen) throw orderError('order_not_found')
  return seen
}

async function openAct(tx: Tx, actor: Actor, { order_id, sellerOrder: which, buyer_id }: Target, now: Date) {
  const notFound = actor.role === 'admin' ? adminOrderError : orderError
  const order = await lockOrder(tx, requireOrderId(order_id, notFound), buyer_id)
  if (!order) throw notFound('order_not_found')
  const { order_number } = order
  const sought = await sellerOf(tx, order_number, which)
  const sellerOrder = await lockSellerOrder(tx, order_number, sought)
  if (!sellerOrder) throw notFound('order_not_found')
  const lines = await lockLines(tx, order_number, sellerOrder.seller_id)
  const shipments = await listShipments(tx, [order_number], sellerOrder.seller_id)
  const payment = await findPaymentOfOrder(tx, order_number)
  return { tx, now, actor, order, sellerOrder, lines, shipments, payment }
}

async function sellerOf(tx: Tx, orderNumber: number, which: Target['sellerOrder']) {
  if (!('shipment_number' in which)) return which
  const seller_id = await findShipmentSeller(tx, orderNumber, which.shipment_number)
  if (!seller_id) throw fulfilmentError('shipment_not_found')
  return { seller_id }
}

async function finish(action: FulfilmentAction): Promise<void> {
  const { tx, now, order, sellerOrder, lines, shipments } = action
  const state = sellerOrderState({ lines, shipments, isConfirmed: sellerOrder.confirmed_at !== null })
  const cancelled = lines.reduce((sum, line) => sum + amountOfUnits(line, line.cancelled), 0)
  await updateLineCounts(tx, order.order_number, lines)
  await updateSellerOrder(tx, sellerOrder, {
    state,
    cancelled_goods: centsToDecimal(cancelled),
    shipping_address: sellerOrder.shipping_address,
    previous_address: sellerOrder.previous_address,
    ...(state === 'confirmed' ? requestOf(sellerOrder, lines) : NO_REQUEST),
    confirmed_at: sellerOrder.confirmed_at,
    ...timesOf(state, { sellerOrder, shipments, now }),
  })
  const ordered = await recomputeOrderState(tx, order.order_number)
  if (ordered === 'cancelled') await endAwaiting(action)
  else if (isAwaited(action) && cancelled > 0)
    await completeTransfer(tx, order.order_number, action.payment, { now, by_user: null })
  // The refund for cancelled units may have been all that was left of the payment; sent units may be unsent again.
  else if (action.payment && (cancelled > 0 || shipments.some(isUndone))) await holdUnsent(tx, order.order_number, now)
}

/** Returns whether an action is on an order whose bank transfer may still come in time. */
const isAwaited = (action: FulfilmentAction): action is FulfilmentAction & { payment: PaymentRow } => {
  const { payment, now } = action
  return payment?.payment_state === 'awaiting_transfer' && payment.pay_by !== null && payment.pay_by > now
}

const isUndone = ({ state }: ShipmentRow) => state === 'resent' || state === 'voided'

/** The columns of a seller order without a pending cancellation request. */
export const NO_REQUEST = { cancel_requested_at: null, cancel_note: null, cancel_lines: null }

function requestOf(
  { cancel_requested_at, cancel_note, cancel_lines }: LockedSellerOrder,
  lines: readonly LockedLine[],
): Pick<LockedSellerOrder, keyof typeof NO_REQUEST> {
  const isLeft = cancel_lines?.some(({ line_number }) =>
    lines.some((line) => line.line_number === line_number && unitsLeft(line) > 0),
  )
  return isLeft === false ? NO_REQUEST : { cancel_requested_at, cancel_note, cancel_lines }
}

function timesOf(
  state: SellerOrderState,
  { sellerOrder, shipments, now }: { sellerOrder: LockedSellerOrder; shipments: ShipmentRow[]; now: Date },
) {
  const isSent = state === 'shipped' || state === 'delivered' || state === 'returned'
  const isEnded = state === 'delivered' || state === 'cancelled' || state === 'returned'
  const delivered = shipments.flatMap(({ delivered_at }) => (delivered_at ? [delivered_at.getTime()] : []))
  const isDelivered = (state === 'delivered' || state === 'returned') && delivered.length > 0
  return {
    shipped_at: isSent ? (sellerOrder.shipped_at ?? now) : null,
    delivered_at: isDelivered ? new Date(Math.max(...delivered)) : null,
    ended_at: isEnded ? (sellerOrder.ended_at ?? now) : null,
  }
}

/** Returns a line of the seller order. Throws AppError 404 for another line. */
export function lineOf({ lines }: FulfilmentAction, lineNumber: number): LockedLine {
  const line = lines.find(({ line_number }) => line_number === lineNumber)
  if (!line) throw fulfilmentError('line_not_found')
  return line
}

export function record(
  action: FulfilmentAction,
  kind: Exclude<OrderEventKind, 'note'>,
  facts: Record<string, unknown> = {},
): Promise<void> {
  return insertOrderEvent(action.tx, { ...eventOf(action), kind, facts })
}

/** Returns the facts of units for an event: how many, and those of each line. */
export function countsOf(units: readonly LineUnits[]) {
  return {
    units: units.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: units.map(({ line_number, quantity }) => [line_number, quantity]),
  }
}

/** Returns the returns of the seller order. */
export function returnsOf({ tx, sellerOrder }: FulfilmentAction): Promise<ReturnRow[]> {
  return listReturns(tx, [sellerOrder.order_number], sellerOrder.seller_id)
}

/** Returns how the seller order is delivered; as a parcel where nothing else was promised. */
export const deliveryOf = ({ sellerOrder: { delivery } }: FulfilmentAction): FrozenDestination =>
  delivery ?? { kind: 'parcel', country: null, destinations: [], other_destinations: [] }

/** Returns the fact that tells collections, and goods that need no delivery, from parcels. */
export function kindFact(action: FulfilmentAction): { delivery?: 'pickup' | 'none' } {
  const { kind } = deliveryOf(action)
  return kind === 'parcel' ? {} : { delivery: kind }
}

export function recordNote(action: FulfilmentAction, mark: NoteMark): Promise<void> {
  return insertOrderEvent(action.tx, { ...eventOf(action), kind: 'note', facts: { mark } })
}

function eventOf({ now, actor, sellerOrder: { order_number, seller_id } }: FulfilmentAction) {
  return { order_number, seller_id, by_user: actor.user_id, by_role: actor.role, created_at: now }
}

const MAX_EVENTS_OF_KIND = 20

/** Throws AppError 409 when the seller order has changed since the caller read it. */
export async function requireRevision(action: FulfilmentAction, revision: number): Promise<void> {
  if (action.sellerOrder.revision !== revision)
    throw fulfilmentError('seller_order_changed', { seller_order: await shown(action) })
}

/** Throws AppError 409 unless the seller order is in one of these states. */
export async function requireState(action: FulfilmentAction, states: readonly SellerOrderState[]): Promise<void> {
  if (!states.includes(action.sellerOrder.state)) throw await wrongState(action)
}

/** Throws AppError 409 when the seller order has so many events of a kind that its buyer may record no more. */
export async function requireFewer(action: FulfilmentAction, kind: OrderEventKind): Promise<void> {
  if ((await countEvents(action.tx, action.sellerOrder, kind)) >= MAX_EVENTS_OF_KIND) throw await wrongState(action)
}

/** Returns the 409 for an action that the current seller order does not allow. */
export async function wrongState(action: FulfilmentAction): Promise<AppError> {
  return fulfilmentError('wrong_state', { seller_order: await shown(action) })
}

/** Throws AppError 409 while an admin has stopped the order. */
export function requireNotStopped({ order }: FulfilmentAction): void {
  if (isStopped(order)) throw fulfilmentError('order_stopped')
}

export const isUnpaid = ({ payment }: FulfilmentAction): boolean =>
  payment !== undefined && UNPAID_STATES.includes(payment.payment_state)

/** Throws AppError 409 unless the seller may send the order that the caller read, and it is in one of these states. */
export async function requireSendable(
  action: FulfilmentAction,
  revision: number,
  states: readonly SellerOrderState[],
): Promise<void> {
  const { sellerOrder } = action
  await requireRevision(action, revision)
  requireNotStopped(action)
  if (isUnpaid(action)) throw fulfilmentError('order_unpaid')
  if (sellerOrder.hold === 'refunded') throw fulfilmentError('order_refunded')
  await requireState(action, states)
}

type Shown = Pick<FulfilmentAction, 'actor' | 'sellerOrder' | 'now' | 'returnDays'> & { tx: Db | Tx }

/** Returns the stored seller order as the actor may see it. */
export async function shown({ tx, actor, sellerOrder, now, returnDays }: Shown) {
  const { order_number, seller_id } = sellerOrder
  if (actor.role === 'buyer') return (await readForBuyer(tx, order_number, { now, returnDays }, seller_id))[0]
  if (actor.role === 'admin') return (await readForAdmin(tx, order_number, seller_id))[0]
  return (await readForSeller(tx, seller_id, [order_number], now))[0]
}

/** Stops waiting for the payment of a fully cancelled order; money received is refunded or not captured. */
async function endAwaiting({ tx, now, payment }: FulfilmentAction): Promise<void> {
  if (payment?.payment_state === 'awaiting_transfer') await expireAwaiting(tx, payment, now)
  else if (payment) await captureSoon(tx, payment, now)
}
