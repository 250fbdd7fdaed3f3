import type { OrderDelivery } from '../delivery/schema.ts'
import { amountLeft, toCents, toDollars } from '../kernel/money.ts'
import type { OrderState, STATE_SOURCES } from '../orders/constants.ts'
import { sumCharges } from '../pricing/charge-rows.ts'
import type { PaidCharge } from '../pricing/charges.ts'
import type { PaidCharges, Parts } from '../pricing/refundable.ts'
import type { CancelReason, OrderEventRole, ReturnState, SellerOrderState, ShipmentState } from './constants.ts'

export interface LineCounts {
  quantity: number
  cancelled: number
  sent: number
  /** A part of `sent`. */
  returned_units: number
}

/**
 * Returns the charges that go back with cancelled and returned units: all of them if every unit was cancelled; the cheapest
 * delivery that was offered if the others came back (Directive 2011/83/EU, Article 13(2)); none for a part of the units.
 */
export function chargesBack(lines: readonly LineCounts[], { delivery, cheapest, other }: PaidCharges): Parts {
  if (lines.every(({ quantity, cancelled }) => cancelled === quantity)) return { goods: other, delivery }
  return { goods: 0, delivery: lines.every((line) => unitsBack(line) === line.quantity) ? cheapest : 0 }
}

export function unitsLeft({ quantity, cancelled, sent }: Omit<LineCounts, 'returned_units'>): number {
  return quantity - cancelled - sent
}

/**
 * Derives the state of a seller order from its lines, its shipments and its confirmation. A lost shipment blocks
 * `delivered` until its units no longer count as sent.
 */
export function sellerOrderState({
  lines,
  shipments,
  isConfirmed,
}: {
  lines: readonly LineCounts[]
  shipments: readonly { state: ShipmentState }[]
  isConfirmed: boolean
}): SellerOrderState {
  const sent = lines.reduce((units, line) => units + line.sent, 0)
  const returned = lines.reduce((units, line) => units + line.returned_units, 0)
  if (lines.every((line) => line.cancelled === line.quantity)) return 'cancelled'
  if (lines.some((line) => unitsLeft(line) > 0)) return isConfirmed || sent > 0 ? 'confirmed' : 'pending'
  if (returned === sent) return 'returned'
  const isDelivered = shipments.every(({ state }) => state === 'delivered' || !isCounted(state))
  return isDelivered ? 'delivered' : 'shipped'
}

/** Returns whether the units of a shipment count as sent. */
export function isCounted(state: ShipmentState): boolean {
  return state === 'sent' || state === 'delivered' || state === 'lost'
}

/**
 * Returns whether a shipment may still be reported as delivered: one to be resent only before its units were sent
 * again.
 */
export function canArrive(
  { state, lines: held }: { state: ShipmentState; lines: readonly { line_number: number; quantity: number }[] },
  { lines }: { lines: readonly (LineCounts & { line_number: number })[] },
): boolean {
  if (state !== 'resent') return state === 'sent' || state === 'lost'
  return held.every(({ line_number, quantity }) =>
    lines.some((line) => line.line_number === line_number && unitsLeft(line) >= quantity),
  )
}

/** Returns whether an order counts as cancelled or returned as a whole. */
export function isReversed({ order_state }: { order_state: OrderState }): boolean {
  return order_state === 'cancelled' || order_state === 'returned'
}

/** Returns whether an admin has stopped an order. */
export function isStopped(order: { order_state: OrderState; state_source: (typeof STATE_SOURCES)[number] }): boolean {
  return order.state_source === 'admin' && isReversed(order)
}

/** Returns the displayed state of a seller order: the order's own if an admin has stopped it. */
export function shownState(order: {
  state: SellerOrderState
  order_state: OrderState
  is_stopped: boolean
}): SellerOrderState {
  return order.is_stopped ? order.order_state : order.state
}

export function unitsBack({ cancelled, returned_units }: Pick<LineCounts, 'cancelled' | 'returned_units'>): number {
  return cancelled + returned_units
}

/**
 * Returns the cancelled and returned units of a line: all units of an order that was cancelled or returned as a whole.
 */
export function unitsReversed(order: { order_state: OrderState }, line: LineCounts): number {
  return isReversed(order) ? line.quantity : unitsBack(line)
}

/** Returns the dollars of a seller order without cancelled and returned units. */
export function goodsLeft(order: {
  order_state: OrderState
  goods: number
  cancelled_goods: number
  returned_goods: number
}): number {
  return isReversed(order) ? 0 : amountLeft(amountLeft(order.goods, order.cancelled_goods), order.returned_goods)
}

/** Returns the dollars of its charges that remain by the same rules, and without what else was refunded of its delivery. */
export function chargesLeft(order: {
  state: SellerOrderState
  order_state: OrderState
  lines: readonly LineCounts[]
  charges: readonly PaidCharge[]
  delivery?: Pick<OrderDelivery, 'amount' | 'cheapest' | 'refunded'> | undefined
}): number {
  if (isReversed(order) && order.state !== 'returned') return 0
  const { amount = 0, cheapest = 0, refunded = 0 } = order.delivery ?? {}
  const all = toCents(sumCharges(order.charges))
  const delivery = toCents(amount)
  const back = chargesBack(order.lines, { delivery, cheapest: toCents(cheapest), other: all - delivery })
  return toDollars(all - back.goods - Math.max(back.delivery, toCents(refunded)))
}

/** Returns the id of a seller order, `ORD00012-2`. */
export function sellerOrderId(orderId: string, number: number): string {
  return `${orderId}-${number}`
}

/** Returns whether the system has cancelled a seller order because its seller did not answer. */
export function isUnanswered(cancelled: {
  by_role: OrderEventRole
  facts: Readonly<Record<string, unknown>>
}): boolean {
  return cancelled.by_role === 'system' && cancelled.facts.reason === ('other' satisfies CancelReason)
}

export function isOpenReturn({ state }: { state: ReturnState }): boolean {
  return state === 'requested' || state === 'accepted'
}

/** Returns whether a text is an https URL without credentials. */
export function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:' && !new URL(text).username
}
