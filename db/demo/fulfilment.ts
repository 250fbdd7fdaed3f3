import type { OrderEventKind, OrderEventRole, SellerOrderState } from '../../shared/fulfilment/constants.ts'
import { demoSellers, idOf } from './accounts.ts'
import { DAY_MS, type LineRow, type OrderBook, type OrderRow } from './generate-orders.ts'
import { shelvedProducts } from './products/shelves.ts'
import { createRandom, type Random } from './random.ts'
import { demoReturns, type ReturnRow } from './returns.ts'

const SEED = 20_262
const HOUR_MS = DAY_MS / 24
/** What sellers have done of orders that are under way, by turns. */
const UNDER_WAY = ['confirmed', 'shipped', 'asked', 'partly', 'missing', 'shipped'] as const
/** Older orders are not kept waiting. */
const WAITING_DAYS = 4
const CARRIERS = [
  { carrier: 'DHL', page: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=', digits: '00340434' },
  { carrier: 'UPS', page: 'https://www.ups.com/track?tracknum=', digits: '1Z999AA1' },
  { carrier: 'DPD', page: 'https://tracking.dpd.de/status/en_US/parcel/', digits: '0988' },
  { carrier: 'PostNL', page: 'https://jouw.postnl.nl/track-and-trace/', digits: '3SDEVC' },
] as const
const REQUESTS = [
  'I ordered the wrong size, sorry.',
  'I found one at home after all.',
  'Please cancel, it is a duplicate.',
]

export interface SellerOrderRow {
  order_number: number
  seller_id: string
  state: SellerOrderState
  cancel_requested_at: Date | null
  cancel_note: string | null
  confirmed_at: Date | null
  shipped_at: Date | null
  delivered_at: Date | null
  ended_at: Date | null
}

export interface ShipmentRow {
  request_id: string
  order_number: number
  seller_id: string
  state: 'sent' | 'delivered'
  carrier: string
  tracking_number: string
  tracking_url: string
  expected_on: Date
  sent_at: Date
  missing_at: Date | null
  delivered_at: Date | null
  delivered_by: 'buyer' | 'seller' | null
  lines: { line_number: number; quantity: number }[]
}

export interface EventRow {
  order_number: number
  seller_id: string
  kind: OrderEventKind
  by_user: string | null
  by_role: OrderEventRole
  facts: Record<string, unknown>
  /** Of the shipment that it is about. */
  request_id: string | null
  created_at: Date
}

/** What the sellers of the demo have done of its orders. */
export interface DemoFulfilment {
  sellerOrders: SellerOrderRow[]
  shipments: ShipmentRow[]
  returns: ReturnRow[]
  /** In the order of their times. */
  events: EventRow[]
}

/** A seller order with the times of what was done. */
interface SellerOrder {
  order: OrderRow
  seller_id: string
  lines: readonly LineRow[]
  random: Random
  now: Date
}

/** Returns what the sellers have done of the orders, so that every view of theirs shows some. */
export function demoFulfilment(book: OrderBook, now: Date): DemoFulfilment {
  const random = createRandom(SEED)
  const sellers = new Map(shelvedProducts.map(({ number, shelf }) => [number, demoSellers[shelf.seller].user_id]))
  const turns = new Map<string, number>()
  const done: DemoFulfilment = { sellerOrders: [], shipments: [], returns: [], events: [] }
  const linesOf = Map.groupBy(book.lines, ({ order_number }) => order_number)
  for (const order of book.orders) {
    const bySeller = Map.groupBy(
      linesOf.get(order.order_number) ?? [],
      (line) => sellers.get(line.product_number) ?? '',
    )
    for (const [seller_id, lines] of bySeller) {
      const turn = turns.get(seller_id) ?? 0
      if (order.order_state === 'confirmed') turns.set(seller_id, turn + 1)
      fulfil({ order, seller_id, lines, random, now }, turn, done)
    }
  }
  const { returns, events } = demoReturns(done, book.orders, now)
  done.returns.push(...returns)
  done.events.push(...events)
  done.events.sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
  return done
}

function fulfil(sellerOrder: SellerOrder, turn: number, done: DemoFulfilment): void {
  const { order, seller_id, random, now } = sellerOrder
  const after = soonAfter(now)
  const row: SellerOrderRow = {
    order_number: order.order_number,
    seller_id,
    state: order.order_state,
    cancel_requested_at: null,
    cancel_note: null,
    confirmed_at: null,
    shipped_at: null,
    delivered_at: null,
    ended_at: null,
  }
  done.sellerOrders.push(row)
  if (order.order_state === 'pending') return
  const first = after(order.created_at, random.whole(2, 20))
  if (order.order_state === 'cancelled') {
    cancel(sellerOrder, row, first, done)
    return
  }
  row.confirmed_at = first
  record(sellerOrder, 'confirmed', first, done)
  if (order.order_state !== 'confirmed') {
    const sent_at = after(first, random.whole(3, 26))
    const delivered_at = after(sent_at, random.whole(40, 90))
    row.shipped_at = sent_at
    row.delivered_at = delivered_at
    row.ended_at = order.order_state === 'returned' ? after(delivered_at, random.whole(48, 120)) : delivered_at
    ship(sellerOrder, { sent_at, delivered_at, units: (line) => line.quantity }, done)
    if (order.order_state === 'returned')
      record(sellerOrder, 'returned', row.ended_at, done, { units: unitsOf(sellerOrder.lines) })
    return
  }
  sendSome(sellerOrder, turn, row, first, done)
}

/** Does what is due of a seller order that is under way. */
function sendSome(
  sellerOrder: SellerOrder,
  turn: number,
  row: SellerOrderRow,
  first: Date,
  done: DemoFulfilment,
): void {
  const { order, random, now } = sellerOrder
  const after = soonAfter(now)
  const isOld = order.created_at < before(now, WAITING_DAYS)
  const turned = UNDER_WAY[turn % UNDER_WAY.length] ?? 'confirmed'
  const act = isOld && turned !== 'missing' ? 'shipped' : turned
  if (act === 'asked') {
    row.cancel_requested_at = after(first, 5)
    row.cancel_note = random.pick(REQUESTS)
    record(sellerOrder, 'cancel_requested', row.cancel_requested_at, done, { note: row.cancel_note }, 'buyer')
  }
  const isPartly = act === 'partly' && unitsOf(sellerOrder.lines) > 1
  if (act === 'shipped' || act === 'missing' || isPartly) {
    // What has been under way for two weeks counts as delivered.
    const sent_at = isOld ? before(now, random.whole(20, 140) / 24) : after(first, random.whole(3, 20))
    const one = isPartly ? (line: LineRow) => (line === sellerOrder.lines[0] ? 1 : 0) : (line: LineRow) => line.quantity
    ship(sellerOrder, { sent_at, missing_at: act === 'missing' ? after(sent_at, 1) : null, units: one }, done)
    if (!isPartly) {
      row.state = 'shipped'
      row.shipped_at = sent_at
    }
  }
}

function cancel(sellerOrder: SellerOrder, row: SellerOrderRow, at: Date, done: DemoFulfilment): void {
  row.ended_at = at
  const amount = sellerOrder.lines.reduce(
    (sum, line) => sum + Math.round(Number(line.unit_price) * 100) * line.quantity,
    0,
  )
  record(sellerOrder, 'cancelled', at, done, {
    units: unitsOf(sellerOrder.lines),
    amount: (amount / 100).toFixed(2),
    lines: sellerOrder.lines.map(({ line_number, quantity }) => [line_number, quantity]),
    reason: 'out_of_stock',
    whole: true,
  })
}

interface Sending {
  sent_at: Date
  delivered_at?: Date
  missing_at?: Date | null
  /** How many units of a line are in it. */
  units(line: LineRow): number
}

function ship(
  sellerOrder: SellerOrder,
  { sent_at, delivered_at, missing_at = null, units }: Sending,
  done: DemoFulfilment,
): void {
  const { order, seller_id, random } = sellerOrder
  const { carrier, page, digits } = random.pick(CARRIERS)
  const tracking_number = `${digits}${random.whole(10_000_000, 99_999_999)}`
  const lines = sellerOrder.lines
    .map((line) => ({ line_number: line.line_number, quantity: units(line) }))
    .filter(({ quantity }) => quantity > 0)
  for (const { line_number, quantity } of lines) {
    const line = sellerOrder.lines.find((own) => own.line_number === line_number)
    if (line && order.order_state === 'confirmed') line.sent = quantity
  }
  const request_id = idOf(`${order.order_number} ${seller_id}`)
  const isByBuyer = random.next() < 0.4
  done.shipments.push({
    request_id,
    order_number: order.order_number,
    seller_id,
    state: delivered_at ? 'delivered' : 'sent',
    carrier,
    tracking_number,
    tracking_url: page + tracking_number,
    expected_on: new Date(sent_at.getTime() + 3 * DAY_MS),
    sent_at,
    missing_at,
    delivered_at: delivered_at ?? null,
    delivered_by: delivered_at ? (isByBuyer ? 'buyer' : 'seller') : null,
    lines,
  })
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const about = (kind: OrderEventKind, at: Date, facts: object, role: 'buyer' | 'seller') =>
    record(sellerOrder, kind, at, done, { ...facts }, role, request_id)
  about('sent', sent_at, { carrier, tracking_number, units: count }, 'seller')
  if (missing_at) about('missing', missing_at, {}, 'buyer')
  const by = isByBuyer ? 'buyer' : 'seller'
  if (delivered_at) about('delivered', delivered_at, { by }, by)
}

function record(
  { order, seller_id }: SellerOrder,
  kind: OrderEventKind,
  created_at: Date,
  done: DemoFulfilment,
  facts: Record<string, unknown> = {},
  by_role: 'buyer' | 'seller' = 'seller',
  request_id: string | null = null,
): void {
  const by_user = by_role === 'seller' ? seller_id : order.buyer_id
  const { order_number } = order
  done.events.push({ order_number, seller_id, kind, by_user, by_role, facts, request_id, created_at })
}

function unitsOf(lines: readonly LineRow[]): number {
  return lines.reduce((units, { quantity }) => units + quantity, 0)
}

/** Returns a time some days before another. */
function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Returns a function that adds hours to a time, but ends before now. */
function soonAfter(now: Date): (time: Date, hours: number) => Date {
  const latest = before(now, 0.05)
  return (time, hours) => {
    const later = new Date(time.getTime() + hours * HOUR_MS)
    return later < latest ? later : latest
  }
}
