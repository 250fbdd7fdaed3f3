import { randomUUID } from 'node:crypto'
import type { FullSellerOrder, TrackedOrder } from '../../shared/fulfilment/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { addToCart, type Caller, call, checkout } from './api.ts'
import type { TestProduct } from './products.ts'
import type { TestApp } from './test-app.ts'

type Market = Pick<TestApp, 'app'>

/** The response of a fulfilment call, or its refusal. */
export type Answered<Body> = Body & { code?: string; message?: string; details?: Record<string, unknown> }

/** Orders products; returns the order. */
export async function orderOf(
  market: Market,
  buyer: Caller,
  lines: readonly (readonly [product: TestProduct, quantity: number])[],
  body: object = checkout,
): Promise<Order> {
  for (const [{ product_id }, quantity] of lines) await addToCart(market, buyer, product_id, quantity)
  const placed = await call<Order>(market, 'POST', '/api/orders', { as: buyer, body })
  if (placed.status !== 201) throw new Error(`ordering answered ${placed.status}: ${JSON.stringify(placed.body)}`)
  return placed.body
}

/** Sends a seller's action on an order: `confirm`, `shipments`, `cancel` or `cancel-answer`. */
export const asSeller = (market: Market, seller: Caller, orderId: string, act: string, body: object) =>
  call<Answered<FullSellerOrder>>(market, 'POST', `/api/seller/orders/${orderId}/${act}`, { as: seller, body })

/** Returns an order as its seller sees it. */
export const readAsSeller = async (market: Market, seller: Caller, orderId: string) =>
  (await call<FullSellerOrder>(market, 'GET', `/api/seller/orders/${orderId}`, { as: seller })).body

/** Returns an order as its buyer sees it. */
export const readAsBuyer = async (market: Market, buyer: Caller, orderId: string) =>
  (await call<TrackedOrder>(market, 'GET', `/api/orders/${orderId}`, { as: buyer })).body

/** Returns the body that ships these units: pairs of line and quantity. */
export const sending = (revision: number, lines: readonly (readonly [number, number])[], more: object = {}) => ({
  revision,
  request_id: randomUUID(),
  carrier: 'DHL',
  lines: unitsOf(lines),
  ...more,
})

/** Returns units of lines in the form of requests. */
export const unitsOf = (lines: readonly (readonly [number, number])[]) =>
  lines.map(([line_number, quantity]) => ({ line_number, quantity }))

type Units = readonly (readonly [line: number, quantity: number])[]

/** Cancels units as their seller. */
export async function cancelUnits(market: Market, seller: Caller, orderId: string, units: Units): Promise<void> {
  const { revision } = await readAsSeller(market, seller, orderId)
  const body = { revision, lines: unitsOf(units), reason: 'out_of_stock' }
  const cancelled = await asSeller(market, seller, orderId, 'cancel', body)
  if (cancelled.status !== 200) throw new Error(`cancelling answered ${JSON.stringify(cancelled.body)}`)
}

/** Ships units as their seller. */
export async function sendUnits(market: Market, seller: Caller, orderId: string, units: Units) {
  const { revision } = await readAsSeller(market, seller, orderId)
  return asSeller(market, seller, orderId, 'shipments', sending(revision, units))
}

/** Confirms as the buyer that the first shipment of a seller order has arrived. */
export async function receiveFirst(
  market: Market,
  { buyer, seller }: { buyer: Caller; seller: Caller },
  orderId: string,
): Promise<void> {
  const { shipments, revision } = await readAsSeller(market, seller, orderId)
  const path = `/api/orders/${orderId}/shipments/${shipments[0]?.shipment_number}/received`
  const { status, body } = await call(market, 'POST', path, { as: buyer, body: { revision } })
  if (status !== 200) throw new Error(`receiving answered ${status}: ${JSON.stringify(body)}`)
}
