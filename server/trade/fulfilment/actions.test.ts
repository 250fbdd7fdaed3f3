import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BulkResult, BuyerSellerOrder, FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call, checkout, refusedWith } from '../../../tests/support/api.ts'
import * as fulfilment from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, type TestProduct } from '../../../tests/support/products.ts'
import { asBuyer } from '../../../tests/support/returns.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { brokenRules, buildStocked, readStock } from '../../../tests/support/stock.ts'

const { asSeller, orderOf, readAsBuyer, readAsSeller, sending, unitsOf } = fulfilment
type Answered<Body> = fulfilment.Answered<Body>
const HOUR_MS = 3_600_000
const now = new Date()

const market = await openForTests({ deps: { clock: () => now } })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [seller, rival, admin] = await signUpAll(market, 'seller', 'seller', 'admin')
const lamp = await buildStocked(market, seller, { set: 100 }, { product_name: 'lamp', product_price: 20 })
const cup = await buildProduct(market, { seller_id: seller.user_id, product_name: 'cup', product_price: 0.5 })
const theirs = await buildProduct(market, { seller_id: rival.user_id, product_name: 'theirs', product_price: 7 })
let buyer: TestAccount
beforeEach(async () => {
  buyer = await signUp(market)
})

const act = (id: string, name: string, body: object, as = seller) => asSeller(market, as, id, name, body)
const seen = (id: string, as = seller) => readAsSeller(market, as, id)
const bought = (id: string) => readAsBuyer(market, buyer, id)
const buy = (...lines: [TestProduct, number][]): Promise<Order> => orderOf(market, buyer, lines)
const change = (id: string, shipment: number | undefined, body: object, as = seller) =>
  call<Answered<FullSellerOrder>>(market, 'PATCH', `/api/seller/orders/${id}/shipments/${shipment}`, { as, body })
const say = (id: string, path: string, body: object, as = buyer) =>
  call<Answered<BuyerSellerOrder>>(market, 'POST', `/api/orders/${id}/${path}`, { as, body })
const asAdmin = (id: string, path: string, body: object, method: 'POST' | 'PATCH' = 'POST') =>
  call<Answered<FullSellerOrder>>(market, method, `/api/admin/orders/${id}/seller-orders/${path}`, { as: admin, body })
const kinds = async (id: string) => (await bought(id)).events.map(({ kind, by_role }) => `${kind} by ${by_role}`)

test('a seller accepts, sends in two shipments, and the order follows both sellers', async () => {
  const { order_id } = await buy([lamp, 2], [cup, 3], [theirs, 1])
  expect(await seen(order_id)).toMatchObject({
    seller_order_id: `${order_id}-1`,
    state: 'pending',
    revision: 1,
    goods: 41.5,
    ship_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    lines: [
      { line_number: 1, quantity: 2 },
      { line_number: 2, quantity: 3 },
    ],
    shipments: [],
  })
  expect((await seen(order_id, rival)).number).toBe(2)

  const accepted = await act(order_id, 'confirm', { revision: 1 })
  expect([accepted.status, accepted.body.state, accepted.body.revision]).toEqual([200, 'confirmed', 2])
  expect((await bought(order_id)).order_state).toBe('confirmed')

  const units = [1, 3].map((quantity, index) => [index + 1, quantity] as const)
  const first = sending(2, units, { tracking_number: 'A 1/2', expected_on: '2030-01-05' })
  const sent = await act(order_id, 'shipments', first)
  expect([sent.status, sent.body.state]).toEqual([200, 'confirmed'])
  expect(sent.body.shipments).toMatchObject([
    {
      state: 'sent',
      carrier: 'DHL',
      tracking_number: 'A 1/2',
      tracking_url: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=A%201%2F2',
      expected_on: '2030-01-05',
      lines: unitsOf(units),
    },
  ])
  // A retry after a lost response changes nothing.
  const again = await act(order_id, 'shipments', first)
  expect([again.status, again.body.revision, again.body.shipments.length]).toEqual([200, 3, 1])

  const tooMany = await act(order_id, 'shipments', sending(3, [[1, 2]]))
  expect(tooMany).toMatchObject(
    refusedWith(409, 'nothing_left', { details: { line_number: 1, left: 1, product_name: 'lamp' } }),
  )
  const last = await act(order_id, 'shipments', sending(3, [[1, 1]]))
  expect(last.body).toMatchObject({ state: 'shipped', shipped_at: expect.any(String), revision: 4 })

  const [one, two] = last.body.shipments.map(({ shipment_number }) => shipment_number)
  await change(order_id, one, { revision: 4, state: 'delivered' })
  const done = await say(order_id, `shipments/${two}/received`, { revision: 5 })
  expect([done.status, done.body.state]).toEqual([200, 'delivered'])
  expect((await bought(order_id)).order_state).toBe('confirmed')

  const other = await act(order_id, 'shipments', sending(1, [[3, 1]]), rival)
  expect([other.status, other.body.state]).toEqual([200, 'shipped'])
  const shipment = other.body.shipments[0]?.shipment_number
  await say(order_id, `shipments/${shipment}/received`, { revision: 2 })
  expect((await bought(order_id)).order_state).toBe('delivered')
  expect(await kinds(order_id)).toEqual([
    ...['placed by buyer', 'placed by buyer', 'confirmed by seller', 'sent by seller', 'sent by seller'],
    ...['delivered by seller', 'delivered by buyer', 'sent by seller', 'delivered by buyer'],
  ])
})

test('units are cancelled before sending, and tracked stock is restocked', async () => {
  const { order_id } = await buy([lamp, 3], [cup, 1])
  const before = (await readStock(market, seller, lamp.product_id)).on_hand
  const body = {
    revision: 1,
    lines: unitsOf([
      [1, 1],
      [2, 1],
    ]),
    reason: 'out_of_stock',
    note: 'sold elsewhere',
  }
  const part = await act(order_id, 'cancel', body)
  expect(part.body).toMatchObject({
    state: 'pending',
    cancelled_goods: 20.5,
    lines: [{ cancelled: 1 }, { cancelled: 1 }],
  })
  const { on_hand, changes } = await readStock(market, seller, lamp.product_id)
  expect([on_hand, changes[0]]).toEqual([before + 1, ['cancelled', 1]])
  expect((await act(order_id, 'cancel', { ...body, revision: 2, lines: unitsOf([[1, 3]]) })).body.code).toBe(
    'nothing_left',
  )
  const rest = await act(order_id, 'cancel', { ...body, revision: 2, lines: unitsOf([[1, 2]]) })
  expect(rest.body).toMatchObject({ state: 'cancelled', ended_at: expect.any(String) })
  expect((await bought(order_id)).order_state).toBe('cancelled')
  expect((await readStock(market, seller, lamp.product_id)).on_hand).toBe(before + 3)
  expect((await bought(order_id)).events.at(-1)).toMatchObject({
    kind: 'cancelled',
    facts: { units: 2, amount: '40.00', lines: [[1, 2]], reason: 'out_of_stock', note: 'sold elsewhere', whole: true },
  })
})

test('a buyer cancels pending units at once, and confirmed ones by a request', async () => {
  const { order_id } = await buy([cup, 2], [theirs, 1])
  const first = await say(order_id, 'seller-orders/2/cancel', { revision: 1, note: 'too late' })
  expect(first.body).toMatchObject({ state: 'cancelled', can_cancel: false })
  expect((await bought(order_id)).order_state).toBe('pending')

  await act(order_id, 'confirm', { revision: 1 })
  const asked = await say(order_id, 'seller-orders/1/cancel', { revision: 2, note: 'please' })
  expect(asked.body).toMatchObject({
    state: 'confirmed',
    cancel_requested_at: expect.any(String),
    can_ask_to_cancel: false,
  })
  expect((await say(order_id, 'seller-orders/1/cancel', { revision: 3 })).body.code).toBe('wrong_state')
  const declined = await act(order_id, 'cancel-answer', { revision: 3, accept: false, note: 'packed' })
  expect(declined.body).toMatchObject({ state: 'confirmed', cancel_requested_at: null })
  await say(order_id, 'seller-orders/1/cancel', { revision: 4 })
  const accepted = await act(order_id, 'cancel-answer', { revision: 5, accept: true })
  expect([accepted.body.state, (await bought(order_id)).order_state]).toEqual(['cancelled', 'cancelled'])
  expect((await act(order_id, 'cancel-answer', { revision: 6, accept: true })).body.code).toBe('wrong_state')
})

test('sending ends a cancellation request', async () => {
  const { order_id } = await buy([cup, 2])
  await act(order_id, 'confirm', { revision: 1 })
  await say(order_id, 'seller-orders/1/cancel', { revision: 2 })
  const sent = await act(order_id, 'shipments', sending(3, [[1, 1]]))
  expect(sent.body).toMatchObject({ state: 'confirmed', cancel_requested_at: null })
})

test('a shipment can be voided by its seller within an hour, and by admins at any time', async () => {
  const { order_id } = await buy([cup, 2])
  const sent = await act(order_id, 'shipments', sending(1, [[1, 2]]))
  const number = sent.body.shipments[0]?.shipment_number
  const back = await change(order_id, number, { revision: 2, state: 'voided' })
  expect(back.body).toMatchObject({ state: 'confirmed', lines: [{ sent: 0 }], shipments: [{ state: 'voided' }] })
  const anew = await act(order_id, 'shipments', sending(3, [[1, 2]]))
  const second = anew.body.shipments[1]?.shipment_number
  const sent_at = new Date(now.getTime() - 1.1 * HOUR_MS)
  await setRows(market, 'shipments', { sent_at }, { shipment_number: second ?? 0 })
  expect((await change(order_id, second, { revision: 4, state: 'voided' })).body.code).toBe('too_late_to_void')
  const voided = await asAdmin(order_id, `1/shipments/${second}`, { revision: 4, state: 'voided' }, 'PATCH')
  expect([voided.status, voided.body.state]).toEqual([200, 'confirmed'])
  expect((await change(order_id, second, { revision: 5, state: 'lost' })).body.code).toBe('wrong_state')
})

test('a seller can correct the tracking and enter the day of delivery', async () => {
  const { order_id } = await buy([cup, 1])
  const sent = await act(order_id, 'shipments', sending(1, [[1, 1]], { carrier: 'Bike messenger' }))
  const number = sent.body.shipments[0]?.shipment_number
  expect(sent.body.shipments[0]?.tracking_url).toBeNull()
  const url = 'https://parcels.example/7'
  const corrected = await change(order_id, number, {
    revision: 2,
    carrier: 'UPS',
    tracking_number: '7',
    tracking_url: url,
  })
  expect(corrected.body.shipments).toMatchObject([{ carrier: 'UPS', tracking_number: '7', tracking_url: url }])
  for (const day of ['2020-01-01', '2099-01-01'])
    expect(await change(order_id, number, { revision: 3, state: 'delivered', delivered_on: day })).toMatchObject(
      refusedWith(400, 'wrong_delivery_date'),
    )
  const delivered_on = now.toISOString().slice(0, 10)
  const done = await change(order_id, number, { revision: 3, state: 'delivered', delivered_on })
  expect(done.body).toMatchObject({ state: 'delivered', shipments: [{ delivered_by: 'seller' }] })
})

test('a buyer reports a shipment missing; a lost one can still arrive', async () => {
  const { order_id } = await buy([cup, 1])
  const sent = await act(order_id, 'shipments', sending(1, [[1, 1]]))
  const number = sent.body.shipments[0]?.shipment_number
  const missed = await say(order_id, `shipments/${number}/missing`, { revision: 2 })
  expect(missed.body.shipments).toMatchObject([{ state: 'sent', missing_at: expect.any(String) }])
  expect((await change(order_id, number, { revision: 3, state: 'lost' })).body.state).toBe('shipped')
  expect((await say(order_id, `shipments/${number}/received`, { revision: 4 })).body.state).toBe('delivered')
  expect(await kinds(order_id)).toEqual([
    'placed by buyer',
    'sent by seller',
    'missing by buyer',
    'lost by seller',
    'delivered by buyer',
  ])
})

test('nothing is sent without an address; it can be changed while pending, and the seller sees both', async () => {
  const { order_id } = await orderOf(
    market,
    buyer,
    [
      [cup, 1],
      [theirs, 1],
    ],
    { ...checkout, shipping_address: {} },
  )
  await act(order_id, 'confirm', { revision: 1 }, rival)
  expect((await act(order_id, 'shipments', sending(1, [[1, 1]]))).body.code).toBe('no_address')
  const address = { ...checkout.shipping_address, city: 'Porto' }
  const patch = (number: number, body: object) =>
    call<Answered<BuyerSellerOrder>>(market, 'PATCH', `/api/orders/${order_id}/seller-orders/${number}/address`, {
      as: buyer,
      body,
    })
  expect((await patch(1, { ...address, revision: 1 })).body.shipping_address).toEqual(address)
  const moved = await patch(1, { ...address, city: 'Lisbon', revision: 2 })
  expect(moved.body.shipping_address.city).toBe('Lisbon')
  const own = await seen(order_id)
  expect([own.shipping_address.city, own.previous_address?.city]).toEqual(['Lisbon', 'Porto'])
  // A missing address can still be added later, but not changed after that.
  expect((await patch(2, { ...address, revision: 2 })).status).toBe(200)
  expect((await patch(2, { ...address, city: 'Faro', revision: 3 })).body.code).toBe('wrong_state')
  expect((await act(order_id, 'shipments', sending(3, [[1, 1]]))).body.state).toBe('shipped')
})

test('an order that an admin has stopped can be neither accepted nor sent', async () => {
  const { order_id } = await buy([cup, 2])
  const set = (order_state: string) =>
    call(market, 'PATCH', `/api/admin/orders/${order_id}`, { as: admin, body: { order_state } })
  await set('cancelled')
  expect((await seen(order_id)).is_stopped).toBe(true)
  for (const [name, body] of [
    ['confirm', { revision: 1 }],
    ['shipments', sending(1, [[1, 1]])],
  ] as const)
    expect(await act(order_id, name, body)).toMatchObject(
      refusedWith(409, 'order_stopped', {
        message: "This order was stopped by the marketplace. Please don't ship it.",
      }),
    )
  await set('pending')
  expect((await act(order_id, 'confirm', { revision: 1 })).status).toBe(200)
})

test('a change of a stale seller order is refused with the current one', async () => {
  const { order_id } = await buy([cup, 2])
  await act(order_id, 'confirm', { revision: 1 })
  const stale = await act(order_id, 'confirm', { revision: 1 })
  expect(stale).toMatchObject({
    status: 409,
    body: {
      code: 'seller_order_changed',
      message: 'This order has changed in the meantime.',
      details: { seller_order: { state: 'confirmed', revision: 2 } },
    },
  })
  const buyers = await say(order_id, 'seller-orders/1/cancel', { revision: 1 })
  expect(buyers.body.details).toMatchObject({ seller_order: { revision: 2, can_ask_to_cancel: true } })
  expect((await act(order_id, 'confirm', { revision: 2 })).body.code).toBe('wrong_state')
})

test('several orders are accepted and sent by one request, independently', async () => {
  const orders = [await buy([cup, 1]), await buy([cup, 2]), await buy([theirs, 1])].map(({ order_id }) => order_id)
  const many = (path: string, body: object) =>
    call<BulkResult>(market, 'POST', `/api/seller/orders/${path}`, { as: seller, body })
  const confirmed = await many('confirm', { orders: orders.map((order_id) => ({ order_id, revision: 1 })) })
  expect(confirmed.body.results.map(({ status, order, error }) => [status, order?.state ?? error?.code])).toEqual([
    [200, 'confirmed'],
    [200, 'confirmed'],
    [404, 'order_not_found'],
  ])
  const shipments = orders.map((order_id, index) => {
    return { order_id, revision: 2, request_id: randomUUID(), carrier: 'GLS', tracking_number: `N${index}` }
  })
  const sent = await many('shipments', { shipments })
  expect(sent.body.results.map(({ status }) => status)).toEqual([200, 200, 404])
  expect(sent.body.results[1]?.order).toMatchObject({ state: 'shipped', shipments: [{ tracking_number: 'N1' }] })
})

test('an admin does the same with any seller order', async () => {
  const { order_id } = await buy([cup, 1], [theirs, 2])
  const { body } = await call<{ seller_orders: FullSellerOrder[] }>(
    market,
    'GET',
    `/api/admin/orders/${order_id}/seller-orders`,
    { as: admin },
  )
  expect(body.seller_orders).toMatchObject([
    { number: 1, seller_id: seller.user_id },
    { number: 2, seller_id: rival.user_id },
  ])
  expect((await asAdmin(order_id, '2/confirm', { revision: 1 })).body.state).toBe('confirmed')
  expect((await asAdmin(order_id, '2/shipments', sending(2, [[2, 1]]))).body.state).toBe('confirmed')
  const cancelled = await asAdmin(order_id, '2/cancel', { revision: 3, lines: unitsOf([[2, 1]]), reason: 'other' })
  expect(cancelled.body.state).toBe('shipped')
  // Another seller's line is not found, like one that does not exist.
  for (const line of [2, 9])
    expect(await asAdmin(order_id, '1/shipments', sending(1, [[line, 1]]))).toMatchObject(
      refusedWith(404, 'line_not_found'),
    )
})

test('180 days after it ended, a seller sees city and country of the address', async () => {
  const { order_id } = await buy([cup, 1])
  await say(order_id, 'seller-orders/1/cancel', { revision: 1 })
  expect((await seen(order_id)).shipping_address).toEqual(checkout.shipping_address)
  const ended_at = new Date(now.getTime() - 181 * 24 * HOUR_MS)
  await setRows(market, 'seller_orders', { ended_at }, { seller_id: seller.user_id, state: 'cancelled' })
  const blank = { fullName: '', address: '', postalCode: '' }
  expect((await seen(order_id)).shipping_address).toEqual({ ...blank, city: 'Springfield', country: 'US' })
  expect((await bought(order_id)).shipping_address).toEqual(checkout.shipping_address)
})

test('a buyer cancels single pending units at once, and single confirmed units by a request', async () => {
  const { order_id } = await buy([lamp, 3], [cup, 2])
  const before = (await readStock(market, seller, lamp.product_id)).on_hand
  const cancel = (revision: number, units: [number, number][]) =>
    asBuyer(market, buyer, order_id, 'cancel', { revision, lines: unitsOf(units) })
  expect((await cancel(1, [[1, 4]])).body.code).toBe('nothing_left')
  expect((await cancel(1, [[3, 1]])).body.code).toBe('line_not_found')
  const one = await cancel(1, [[1, 1]])
  expect(one.body).toMatchObject({ state: 'pending', can_cancel: true, lines: [{ cancelled: 1 }, { cancelled: 0 }] })
  expect((await readStock(market, seller, lamp.product_id)).on_hand).toBe(before + 1)

  await act(order_id, 'confirm', { revision: 2 })
  expect((await cancel(3, [[1, 3]])).body.code).toBe('nothing_left')
  const two: [number, number][] = [1, 2].map((line) => [line, 1])
  const asked = await cancel(3, two)
  const cancel_lines = unitsOf(two)
  expect([asked.body.cancel_lines, (await readAsSeller(market, seller, order_id)).cancel_lines]).toEqual([
    cancel_lines,
    cancel_lines,
  ])
  // Other units are sent meanwhile, and one of those in the request.
  const sent = await act(order_id, 'shipments', sending(4, [[1, 2]]))
  expect(sent.body).toMatchObject({ state: 'confirmed', cancel_requested_at: expect.any(String) })
  const accepted = await act(order_id, 'cancel-answer', { revision: 5, accept: true })
  expect(accepted.body).toMatchObject({
    state: 'confirmed',
    cancel_requested_at: null,
    cancel_lines: null,
    lines: [
      { cancelled: 1, sent: 2 },
      { cancelled: 1, sent: 0 },
    ],
  })
  // A request ends with its last unit.
  await cancel(6, [[2, 1]])
  const rest = await act(order_id, 'cancel', { revision: 7, lines: unitsOf([[2, 1]]), reason: 'other' })
  expect(rest.body).toMatchObject({ state: 'shipped', cancel_requested_at: null, cancel_lines: null })
})
