import type { FullReturn } from '../../shared/fulfilment/return-schema.ts'
import type { BuyerSellerOrder, FullSellerOrder } from '../../shared/fulfilment/schema.ts'
import type { AdminPayment, AdminPaymentPage } from '../../shared/payments/schema.ts'
import { type Caller, call } from './api.ts'
import { type Answered, asSeller, orderOf, readAsBuyer, readAsSeller, receiveFirst, sendUnits } from './fulfilment.ts'
import type { TestProduct } from './products.ts'
import type { TestApp } from './test-app.ts'

type Market = Pick<TestApp, 'app'>

/** A buyer and the seller of an order. */
export interface Sides {
  buyer: Caller
  seller: Caller
}

/** Returns the id of a new order that the seller has shipped completely and the buyer has received. */
export async function delivered(
  market: Market,
  { buyer, seller }: Sides,
  lines: readonly (readonly [TestProduct, number])[],
): Promise<string> {
  const { order_id } = await orderOf(market, buyer, lines)
  const units = lines.map(([, quantity], index) => [index + 1, quantity] as const)
  await sendUnits(market, seller, order_id, units)
  await receiveFirst(market, { buyer, seller }, order_id)
  return order_id
}

/** Sends a buyer's action on the first seller order of an order: `returns`, `returns/7/withdraw`. */
export const asBuyer = (market: Market, buyer: Caller, orderId: string, path: string, body: object) =>
  call<Answered<BuyerSellerOrder>>(market, 'POST', `/api/orders/${orderId}/seller-orders/1/${path}`, {
    as: buyer,
    body,
  })

/** Returns the first seller order of an order as its buyer sees it. */
export async function sellerOrderOf(market: Market, buyer: Caller, orderId: string): Promise<BuyerSellerOrder> {
  const [sellerOrder] = (await readAsBuyer(market, buyer, orderId)).seller_orders
  if (!sellerOrder) throw new Error(`${orderId} has no seller order`)
  return sellerOrder
}

/** Requests a return of units, pairs of line and quantity, as the page does; returns the return. */
export async function askedFor(
  market: Market,
  { buyer, seller }: Sides,
  orderId: string,
  lines: readonly (readonly [number, number])[],
): Promise<FullReturn> {
  const { revision } = await sellerOrderOf(market, buyer, orderId)
  const units = lines.map(([line_number, quantity]) => ({ line_number, quantity }))
  const body = { revision, lines: units, reason: 'damaged', note: 'a crack' }
  const response = await asBuyer(market, buyer, orderId, 'returns', body)
  if (response.status !== 200)
    throw new Error(`returning answered ${response.status}: ${JSON.stringify(response.body)}`)
  const found = (await readAsSeller(market, seller, orderId)).returns.at(-1)
  if (!found) throw new Error(`${orderId} has no return`)
  return found
}

export const accepting = { accept: true, instructions: 'Returns\n1 Harbor Street\nPlease write the order on the box.' }

/** Accepts a return as its seller. */
export async function accepted(
  market: Market,
  seller: Caller,
  orderId: string,
  { return_number }: Pick<FullReturn, 'return_number'>,
): Promise<FullSellerOrder> {
  const { revision } = await readAsSeller(market, seller, orderId)
  const path = `returns/${return_number}/answer`
  const { status, body } = await asSeller(market, seller, orderId, path, { revision, ...accepting })
  if (status !== 200) throw new Error(`accepting answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** The body for returned units: line, units, and how many of these can be resold. */
export const cameBack = (revision: number, lines: readonly (readonly [number, number, number])[]) => ({
  revision,
  lines: lines.map(([line_number, received, resalable]) => ({ line_number, received, resalable })),
})

/** Requests a return, accepts it and records its arrival, with how many units can be resold; returns the return. */
export async function takenBack(
  market: Market,
  sides: Sides,
  orderId: string,
  lines: readonly (readonly [line: number, units: number, resalable: number])[],
): Promise<FullReturn | undefined> {
  const units = lines.map(([line, quantity]) => [line, quantity] as const)
  const requested = await askedFor(market, sides, orderId, units)
  const { revision } = await accepted(market, sides.seller, orderId, requested)
  const path = `returns/${requested.return_number}/received`
  const { status, body } = await asSeller(market, sides.seller, orderId, path, cameBack(revision, lines))
  if (status !== 200) throw new Error(`receiving answered ${status}: ${JSON.stringify(body)}`)
  return body.returns.at(-1)
}

/** Returns the payment of an order as an admin sees it. */
export async function paymentOf(market: Market, admin: Caller, orderId: string): Promise<AdminPayment> {
  const { body } = await call<AdminPaymentPage>(market, 'GET', `/api/admin/payments?q=${orderId}`, { as: admin })
  const path = `/api/admin/payments/${body.payments[0]?.payment_id}`
  return (await call<AdminPayment>(market, 'GET', path, { as: admin })).body
}
