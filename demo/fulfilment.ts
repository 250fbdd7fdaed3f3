import type { OrderEventKind, OrderEventRole, SellerOrderState } from '../shared/fulfilment/constants.ts'
import { centsToDecimal, decimalToCents } from '../shared/kernel/money.ts'
import { demoSellers, firstBuyer, idOf } from './accounts.ts'
import texts from './orders.json' with { type: 'json' }
import { DAY_MS, type LineRow, type OrderBook, type OrderRow } from './orders.ts'
import { createRandom, type Random } from './random.ts'

const SEED = 20_262
export const HOUR_MS = DAY_MS / 24
/** Stages of recent orders, in rotation. */
const UNDER_WAY = ['confirmed', 'shipped', 'asked', 'partly', 'missing', 'shipped']
/** Older orders have left these stages. */
const WAITING_DAYS = 4

export interface SellerOrderRow {
  order_number: number
  seller_id: string
  /** Number within the order, from 1. */
  number: number
  state: SellerOrderState
  cancel_requested_at: Date | null
  cancel_note: string | null
  confirmed_at: Date | null
  shipped_at: Date | null
  delivered_at: Date | null
  ended_at: Date | null
}

interface EventRow {
  order_number: number
  seller_id: string
  kind: OrderEventKind
  by_user: string | null
  by_role: OrderEventRole
  facts: Record<string, unknown>
  announced: true
  created_at: Date
}

interface Units {
  line_number: number
  quantity: number
}

/**
 * Columns of a shipment or return, without its number, which is assigned on insert and copied into the facts of its
 * events.
 */
export interface Parcel {
  row: { order_number: number; seller_id: string; state: string }
  lines: Units[]
  events: EventRow[]
}

export interface DemoFulfilment {
  sellerOrders: SellerOrderRow[]
  shipments: Parcel[]
  returns: Parcel[]
  events: EventRow[]
}

interface SellerOrder {
  order: OrderRow
  row: SellerOrderRow
  lines: readonly LineRow[]
  random: Random
  now: Date
  done: DemoFulfilment
}

/** Simulates the sellers' work so that each of their views has orders. Updates the sent units of lines. */
export function demoFulfilment(book: OrderBook, now: Date): DemoFulfilment {
  const random = createRandom(SEED)
  const turns = new Map<string, number>()
  const done: DemoFulfilment = { sellerOrders: [], shipments: [], returns: [], events: [] }
  const linesOf = Map.groupBy(book.lines, ({ order_number }) => order_number)
  for (const order of book.orders) {
    const lines = linesOf.get(order.order_number) ?? []
    const bySeller = Map.groupBy(lines, ({ seller_id }) => seller_id)
    for (const [index, [seller_id, own]] of [...bySeller].entries()) {
      const row = newSellerOrder(order, seller_id, index + 1)
      done.sellerOrders.push(row)
      const turn = turns.get(seller_id) ?? 0
      if (order.order_state === 'confirmed') turns.set(seller_id, turn + 1)
      fulfil({ order, row, lines: own, random, now, done }, UNDER_WAY[turn % UNDER_WAY.length])
    }
  }
  addReturns(done, book.orders, now)
  done.events.sort(byTime)
  return done
}

function newSellerOrder({ order_number, order_state }: OrderRow, seller_id: string, number: number): SellerOrderRow {
  const never = { cancel_requested_at: null, cancel_note: null, confirmed_at: null, shipped_at: null }
  return { order_number, seller_id, number, state: order_state, ...never, delivered_at: null, ended_at: null }
}

function fulfil(sellerOrder: SellerOrder, turn: string | undefined): void {
  const { order, row, lines, random } = sellerOrder
  const { order_state } = order
  if (order_state === 'pending') return
  const first = later(sellerOrder, order.created_at, random.whole(2, 20))
  if (order_state === 'cancelled') {
    cancel(sellerOrder, first)
    return
  }
  row.confirmed_at = first
  record(sellerOrder, 'confirmed', first)
  if (order_state === 'confirmed') {
    sendSome(sellerOrder, turn, first)
    return
  }
  row.shipped_at = later(sellerOrder, first, random.whole(3, 26))
  row.delivered_at = later(sellerOrder, row.shipped_at, random.whole(40, 90))
  row.ended_at = row.delivered_at
  if (order_state === 'returned') row.ended_at = later(sellerOrder, row.delivered_at, random.whole(48, 120))
  ship(sellerOrder, lines, { sent_at: row.shipped_at, delivered_at: row.delivered_at })
  if (order_state === 'returned') record(sellerOrder, 'returned', row.ended_at, { units: unitsOf(lines) })
}

function cancel(sellerOrder: SellerOrder, at: Date): void {
  const { row, lines } = sellerOrder
  row.ended_at = at
  const cents = lines.reduce((sum, line) => sum + decimalToCents(line.amount), 0)
  record(sellerOrder, 'cancelled', at, {
    units: unitsOf(lines),
    amount: centsToDecimal(cents),
    lines: lines.map(({ line_number, quantity }) => [line_number, quantity]),
    reason: 'out_of_stock',
    whole: true,
  })
}

function sendSome(sellerOrder: SellerOrder, turn: string | undefined, confirmed_at: Date): void {
  const { order, row, lines, random, now } = sellerOrder
  const isOld = order.created_at < daysBefore(now, WAITING_DAYS)
  const stage = isOld && turn !== 'missing' ? 'shipped' : turn
  if (stage === 'asked') {
    row.cancel_requested_at = later(sellerOrder, confirmed_at, 5)
    row.cancel_note = random.pick(texts.cancelNotes)
    record(sellerOrder, 'cancel_requested', row.cancel_requested_at, { note: row.cancel_note }, 'buyer')
  }
  const isPartly = stage === 'partly' && unitsOf(lines) > 1
  if (stage !== 'shipped' && stage !== 'missing' && !isPartly) return
  // After two weeks a package counts as delivered.
  const sent_at = isOld
    ? daysBefore(now, random.whole(20, 140) / 24)
    : later(sellerOrder, confirmed_at, random.whole(3, 20))
  const sent = isPartly ? lines.slice(0, 1).map((line) => ({ ...line, quantity: 1 })) : lines
  for (const { line_number, quantity } of sent)
    for (const line of lines) if (line.line_number === line_number) line.sent = quantity
  ship(sellerOrder, sent, { sent_at, missing_at: stage === 'missing' ? later(sellerOrder, sent_at, 1) : null })
  if (isPartly) return
  row.state = 'shipped'
  row.shipped_at = sent_at
}

function ship(
  sellerOrder: SellerOrder,
  sent: readonly Units[],
  times: { sent_at: Date; delivered_at?: Date; missing_at?: Date | null },
): void {
  const { random, done, row } = sellerOrder
  const { sent_at, delivered_at = null, missing_at = null } = times
  const { order_number, seller_id } = row
  const { carrier, page, digits } = random.pick(texts.carriers)
  const tracking_number = `${digits}${random.whole(10_000_000, 99_999_999)}`
  const by = random.next() < 0.4 ? 'buyer' : 'seller'
  const events = [
    record(sellerOrder, 'sent', sent_at, { carrier, tracking_number, units: unitsOf(sent) }),
    ...(missing_at ? [record(sellerOrder, 'missing', missing_at, {}, 'buyer')] : []),
    ...(delivered_at ? [record(sellerOrder, 'delivered', delivered_at, { by }, by)] : []),
  ]
  const shipment = {
    request_id: idOf(`${order_number} ${seller_id}`),
    order_number,
    seller_id,
    state: delivered_at ? 'delivered' : 'sent',
    carrier,
    tracking_number,
    tracking_url: page + tracking_number,
    expected_on: new Date(sent_at.getTime() + 3 * DAY_MS),
    sent_at,
    missing_at,
    delivered_at,
    delivered_by: delivered_at ? by : null,
  }
  done.shipments.push({ row: shipment, lines: sent.map(partOf), events })
}

function partOf({ line_number, quantity }: Units): Units {
  return { line_number, quantity }
}

/** Adds one unit with an unanswered return, and one on its way back, both delivered more than `days` ago. */
function addReturns(done: DemoFulfilment, orders: readonly OrderRow[], now: Date): void {
  const { user_id: seller_id } = demoSellers['harbor-tech']
  const ordered = new Map(orders.map((order) => [order.order_number, order]))
  const timeOf = ({ delivered_at }: SellerOrderRow) => delivered_at?.getTime() ?? 0
  const came = done.sellerOrders
    .filter((row) => row.seller_id === seller_id && row.state === 'delivered')
    .sort((one, other) => timeOf(other) - timeOf(one))
  for (const { days, state, reason, note, instructions = null, ...back } of texts.returns) {
    const { carrier = null, tracking_number = null } = back
    const old = came.filter((row) => timeOf(row) < daysBefore(now, days).getTime())
    // Prefers an order of the printed buyer.
    const row = old.find(({ order_number }) => ordered.get(order_number)?.buyer_id === firstBuyer.user_id) ?? old[0]
    const order = row && ordered.get(row.order_number)
    const sent = done.shipments.find(
      (one) => one.row.order_number === row?.order_number && one.row.seller_id === seller_id,
    )
    const line_number = sent?.lines[0]?.line_number
    if (!order || line_number === undefined) continue
    came.splice(came.indexOf(row), 1)
    const hoursLater = (hours: number) => new Date(timeOf(row) + hours * HOUR_MS)
    const units = { units: 1, lines: [[line_number, 1]] }
    const by = { order, row, done }
    const events = [record(by, 'return_requested', hoursLater(20), { ...units, reason, note }, 'buyer')]
    if (carrier)
      events.push(
        record(by, 'return_accepted', hoursLater(30), units),
        record(by, 'return_sent', hoursLater(44), { ...units, carrier, tracking_number }, 'buyer'),
      )
    const returnRow = {
      order_number: order.order_number,
      seller_id,
      state,
      reason,
      note,
      instructions,
      carrier,
      tracking_number,
      requested_at: hoursLater(20),
      answered_at: carrier ? hoursLater(30) : null,
      sent_at: carrier ? hoursLater(44) : null,
    }
    done.returns.push({ row: returnRow, lines: [{ line_number, quantity: 1 }], events })
  }
}

function record(
  { order, row, done }: Pick<SellerOrder, 'order' | 'row' | 'done'>,
  kind: OrderEventKind,
  created_at: Date,
  facts: Record<string, unknown> = {},
  by_role: 'buyer' | 'seller' = 'seller',
): EventRow {
  const { order_number, seller_id } = row
  const by_user = by_role === 'seller' ? seller_id : order.buyer_id
  const event: EventRow = { order_number, seller_id, kind, by_user, by_role, facts, announced: true, created_at }
  done.events.push(event)
  return event
}

function unitsOf(lines: readonly Units[]): number {
  return lines.reduce((units, { quantity }) => units + quantity, 0)
}

export function byTime(one: { created_at: Date }, other: { created_at: Date }): number {
  return one.created_at.getTime() - other.created_at.getTime()
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Returns a time some hours later, but before now. */
function later({ now }: Pick<SellerOrder, 'now'>, time: Date, hours: number): Date {
  return new Date(Math.min(time.getTime() + hours * HOUR_MS, daysBefore(now, 0.05).getTime()))
}
