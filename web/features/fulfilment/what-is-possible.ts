import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import type { SellerOrderProblem } from '../../../shared/fulfilment/constants.ts'
import { isSent } from '../../../shared/fulfilment/delivery-texts.ts'
import { unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { FullSellerOrder, LineUnits } from '../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { formatAmount, toCents, toDollars } from '../../../shared/kernel/money.ts'
import { hasAddress as isAddress, readShippingAddress } from '../../../shared/orders/rules.ts'
import { type PaymentState, UNPAID_STATES } from '../../../shared/payments/constants.ts'
import { sumLines } from '../../../shared/pricing/line-total.ts'
import type { OpenLine } from './line-units.tsx'

/** Returns whether a seller may accept an order. */
export function canAccept(order: FullSellerOrder): boolean {
  return order.state === 'pending' && !order.is_stopped && order.hold !== 'refunded' && !isUnpaid(order)
}

/** Returns whether a seller may send what is left of an order. */
export function canSend(order: FullSellerOrder): boolean {
  return canCancel(order) && !order.is_stopped && order.hold !== 'refunded' && !isUnpaid(order) && hasAddress(order)
}

/** Returns what a seller does who sends an order. */
export function sendText({ delivery }: Pick<FullSellerOrder, 'delivery'>): string {
  if (isSent(delivery)) return actionMessages.send
  return delivery?.kind === 'pickup' ? orderDeliveryMessages.markReady : orderDeliveryMessages.markDelivered
}

/** Returns the one action of a seller that is due; undefined without one. */
export function dueAction(order: FullSellerOrder, isAccepting: boolean): 'answer' | 'accept' | 'send' | undefined {
  if (order.cancel_requested_at || order.returns.some(({ state }) => state === 'requested')) return 'answer'
  if (order.hold) return undefined
  if (canAccept(order)) return isAccepting ? undefined : 'accept'
  return canSend(order) ? 'send' : undefined
}

/** Returns whether an order is not paid, which blocks acceptance and shipment. */
export function isUnpaid({ payment }: Pick<FullSellerOrder, 'payment'>): boolean {
  return payment !== undefined && UNPAID_STATES.includes(payment.payment_state)
}

/** Returns whether units of an order can be cancelled: some are neither sent nor cancelled. */
export function canCancel({ state }: FullSellerOrder): boolean {
  return state === 'pending' || state === 'confirmed'
}

/** Returns the problem that blocks an order, other than lateness; undefined without one. */
export function problemOf(order: FullSellerOrder): SellerOrderProblem | undefined {
  if (order.cancel_requested_at) return 'cancel_requested'
  if (order.shipments.some(({ state }) => state === 'lost')) return 'lost'
  if (order.shipments.some(({ state, missing_at }) => state === 'sent' && missing_at)) return 'missing'
  if (canCancel(order) && !hasAddress(order)) return 'no_address'
  return undefined
}

/** Returns whether an order has an address, or needs none. */
export function hasAddress({ shipping_address, delivery }: FullSellerOrder): boolean {
  if (!isSent(delivery)) return true
  const address = readShippingAddress(shipping_address)
  return address !== null && isAddress(address)
}

type SoldLines = readonly { line_number: number; product_name: string; unit_price: number }[]

/** Returns whether cancelled units are refunded. */
export function isPaid({ payment }: { payment?: { payment_state: PaymentState } | undefined }): boolean {
  return payment?.payment_state === 'paid'
}

/** Returns the formatted price of units, with more dollars that go back with them. */
export function worthOf(lines: SoldLines, units: readonly LineUnits[], more = 0): string {
  const prices = new Map(lines.map((line) => [line.line_number, line.unit_price]))
  const sold = units.map(({ line_number, quantity }) => ({ unitPrice: prices.get(line_number) ?? 0, quantity }))
  return formatAmount(toDollars(toCents(sumLines(sold)) + toCents(more)))
}

/** Returns units with the names of their products: `2 × Lamp`, `1 × Cup`. */
export function itemsOf(lines: SoldLines, units: readonly LineUnits[]): string[] {
  const names = new Map(lines.map((line) => [line.line_number, line.product_name]))
  return units.map(({ line_number, quantity }) =>
    progressMessages.lineOf({ units: quantity, name: names.get(line_number) ?? '' }),
  )
}

/** Returns the lines of a seller order with units that are neither sent nor cancelled. */
export function openLines({ lines }: Pick<FullSellerOrder, 'lines'>): OpenLine[] {
  return lines.map((line) => ({ ...line, left: unitsLeft(line) })).filter(({ left }) => left > 0)
}
