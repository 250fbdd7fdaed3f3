import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { orderDeliveryMessages as texts } from '../../../shared/delivery/order-messages.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { dayOf, formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { formatDate } from '../../../shared/kernel/locale.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { paymentWords } from '../../../shared/payments/messages.ts'
import { lineOf, orderOf, trackedOrderOf } from '../../test/fixtures.ts'
import { openPage, refusal } from '../../test/open-page.tsx'

const openOrder = (answer: unknown, path = '/order-tracking?orderId=ORD00001') =>
  openPage(path, {
    as: 'buyer',
    answers: {
      'GET /api/orders/ORD00001': answer,
      'GET /api/conversations': 404,
      'GET /api/own-reviews': { products: [] },
    },
  })

test.each([
  ['pending', ['current', 'ahead', 'ahead']],
  ['confirmed', ['done', 'current', 'ahead']],
  ['delivered', ['done', 'done', 'current']],
] as const)('a buyer sees the completed steps of an order that is %s', async (state, steps) => {
  await openOrder(orderOf({ order_state: state }))
  const shown = within(await screen.findByRole('list', { name: orderMessages.progress })).getAllByRole('listitem')
  expect(shown.map((step) => step.dataset.progress)).toEqual(steps)
  const current = shown.filter((step) => step.getAttribute('aria-current') === 'step')
  expect(current.map((step) => step.textContent)).toEqual([expect.stringContaining(orderMessages.states[state])])
})

test.each<[OrderState, string]>([
  ['cancelled', orderMessages.cancelledBanner],
  ['returned', orderMessages.returnedBanner],
])('a buyer sees that an order is %s, without steps', async (state, banner) => {
  await openOrder(orderOf({ order_state: state }))
  await screen.findByText(banner)
  expect(screen.queryByRole('list', { name: orderMessages.progress })).toBeNull()
})

test.each([
  ['cancelled', paymentWords.notRefundedHere],
  ['pending', paymentWords.notPaidHere],
] as const)('the buyer of an order that is %s reads that it was not paid here', async (order_state, text) => {
  await openOrder(orderOf({ order_state }))
  await screen.findByText(text)
})

const TOMORROW = dayOf(new Date(Date.now() + 86_400_000))
const SENT = {
  shipment_number: 1,
  state: 'sent' as const,
  carrier: 'DHL',
  tracking_number: null,
  tracking_url: null,
  expected_on: TOMORROW,
  sent_at: '2026-01-02T03:04:05.000Z',
  missing_at: null,
  lost_at: null,
  delivered_at: null,
  delivered_by: null,
  delivery_recorded_at: null,
  lines: [{ line_number: 1, quantity: 2 }],
}
const DAY = formatCalendarDay(TOMORROW)
const PROMISE = { seller_id: 'seller-1', amount: 0, arrives_from: '2999-11-30', arrives_to: '2999-12-02' }
const DAYS = formatDate(PROMISE.arrives_from, PROMISE.arrives_to)
const PARCEL = { ...PROMISE, name: 'Post', kind: 'parcel' as const }
const PICKUP = { ...PROMISE, name: 'Counter', kind: 'pickup' as const, pickup_address: '1 Quay\nHamburg' }
const { headlines } = orderMessages

test.each<[string, Partial<Order>, Partial<BuyerSellerOrder>]>([
  [headlines.receivedBy({ day: DAY, kind: 'parcel' }), {}, { ship_by: TOMORROW }],
  [headlines.received, {}, { ship_by: null }],
  [
    headlines.receivedBy({ day: DAY, kind: 'none' }),
    {},
    { ship_by: TOMORROW, delivery: { seller_id: 'seller-1', amount: 0, name: '', kind: 'none' } },
  ],
  [
    headlines.packingBy({ day: DAY, kind: 'parcel' }),
    { order_state: 'confirmed' },
    { state: 'confirmed', ship_by: TOMORROW },
  ],
  [headlines.late({ day: formatCalendarDay('2026-01-05'), kind: 'parcel' }), {}, { ship_by: '2026-01-05' }],
  [headlines.partlyBy({ day: DAY, kind: 'parcel' }), {}, { state: 'confirmed', ship_by: TOMORROW, shipments: [SENT] }],
  [
    headlines.partlyBy({ day: DAY, kind: 'pickup' }),
    {},
    { state: 'confirmed', ship_by: TOMORROW, shipments: [SENT], delivery: PICKUP },
  ],
  [headlines.shippedBy({ day: DAY }), { order_state: 'confirmed' }, { state: 'shipped', shipments: [SENT] }],
  [
    headlines.overdue({ day: formatCalendarDay('2026-01-05') }),
    { order_state: 'confirmed' },
    { state: 'shipped', shipments: [{ ...SENT, expected_on: '2026-01-05' }] },
  ],
  [
    headlines.lost,
    { order_state: 'confirmed' },
    { state: 'shipped', shipments: [{ ...SENT, state: 'lost', lost_at: '2026-01-05T03:04:05.000Z' }] },
  ],
  [headlines.shipped, {}, { state: 'shipped', shipments: [{ ...SENT, expected_on: null }] }],
  [
    headlines.deliveredOn({ day: formatCalendarDay('2026-01-04') }),
    { order_state: 'delivered' },
    { state: 'delivered', delivered_at: '2026-01-04T12:00:00.000Z' },
  ],
  [headlines.receivedPromised({ promise: `Arrives ${DAYS}` }), {}, { ship_by: '2999-11-27', delivery: PARCEL }],
  [
    headlines.shippedPromised({ promise: `Arrives ${DAYS}` }),
    {},
    { state: 'shipped', shipments: [{ ...SENT, expected_on: null }], delivery: PARCEL },
  ],
  [
    headlines.packingPromised({ promise: `Ready to collect ${DAYS}` }),
    { order_state: 'confirmed' },
    { state: 'confirmed', delivery: PICKUP },
  ],
  [headlines.ready, { order_state: 'confirmed' }, { state: 'shipped', shipments: [SENT], delivery: PICKUP }],
])('a buyer reads the state of an order in one sentence: %s', async (headline, order, sellerOrder) => {
  await openOrder({ ...trackedOrderOf(sellerOrder), ...order })
  await screen.findByText((_text, element) => element?.tagName === 'P' && element.textContent === headline)
})

test('a buyer of goods to collect reads where, says that they are collected, and needs no address', async () => {
  const nowhere = { fullName: '', address: '', city: '', postalCode: '', country: '' }
  const shipments = [{ ...SENT, carrier: '', expected_on: null }]
  const tracked = trackedOrderOf({ state: 'shipped', shipments, delivery: PICKUP, can_change_address: false })
  await openOrder({ ...tracked, order_state: 'pending', shipping_address: nowhere, deliveries: [PICKUP] })
  const part = within(await screen.findByRole('region', { name: trackingMessages.from({ seller: 'Ada' }) }))
  for (const text of ['Pick-up: Counter', '1 Quay', 'Hamburg']) part.getByText(text)
  // It is ready.
  expect(part.queryByText(/^Ready to collect Nov 30/)).toBeNull()
  expect(part.getAllByText(texts.readyToCollect)).toHaveLength(2)
  part.getByRole('button', { name: texts.iCollectedIt })
  expect(part.queryByRole('button', { name: trackingMessages.missing })).toBeNull()
  expect(screen.queryByText(orderMessages.shippingAddress)).toBeNull()
  expect(screen.queryByRole('button', { name: orderMessages.addAddress })).toBeNull()
})

test('a buyer whose package is lost or has not arrived reads what the seller does, and no alarm', async () => {
  const lost = { ...SENT, state: 'lost' as const, lost_at: new Date().toISOString() }
  const missing = { ...SENT, shipment_number: 2, missing_at: '2026-01-05T03:04:05.000Z' }
  await openOrder({
    ...trackedOrderOf({ state: 'shipped', shipments: [lost, missing] }),
    order_state: 'confirmed',
  })
  const packages = within(await screen.findByRole('list', { name: trackingMessages.shipmentsFrom({ seller: 'Ada' }) }))
  const [decided = ''] = progressMessages.decidedBy({ time: '|' }).split('|')
  const texts = [
    packages.getByText(progressMessages.shipmentStates.lost),
    packages.getByText((text) => text.startsWith(decided)),
    packages.getByText(progressMessages.missingReported),
  ]
  for (const { className } of texts) expect(className).toContain('text-warning')
})

test('a buyer sees a row for every unit, with further ones folded', async () => {
  const lines = [lineOf({ quantity: 2 }), lineOf({ product_id: 'PRD00002', product_name: 'Chair', quantity: 45 })]
  const { user } = await openOrder(orderOf({ lines }))
  const units = () => screen.queryAllByRole('cell', { name: '1' })
  await waitFor(() => expect(units()).toHaveLength(5))
  await user.click(screen.getByRole('button', { name: orderMessages.allUnits({ count: 2 + 45 }) }))
  expect(units()).toHaveLength(2 + 45)
})

test('a buyer of very many units unfolds a hundred more with each press', async () => {
  const { user } = await openOrder(orderOf({ lines: [lineOf({ quantity: 150 })] }))
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await press(orderMessages.moreUnits({ count: 100 }))
  expect(screen.getAllByRole('cell', { name: '1' })).toHaveLength(5 + 100)
  await press(orderMessages.allUnits({ count: 150 }))
  expect(screen.getAllByRole('cell', { name: '1' })).toHaveLength(150)
})

test('a buyer reads that an order number is malformed, unknown or another buyer’s', async () => {
  const { user, calls } = await openPage('/order-tracking', {
    as: 'buyer',
    answers: {
      'GET /api/orders/ORD99999': refusal(404, 'order_not_found'),
      'GET /api/orders/ORD00001': refusal(403, 'forbidden'),
    },
  })
  const track = async (number: string) => {
    const field = await screen.findByLabelText(orderMessages.orderNumber)
    await user.clear(field)
    if (number) await user.type(field, number)
    await user.click(screen.getByRole('button', { name: orderMessages.trackOrder }))
  }
  for (const wrong of ['nonsense', '../cart', '', 'ORD99999']) {
    await track(wrong)
    await screen.findByText(orderMessages.invalidId)
  }
  const requested = () => calls.map(({ path }) => path).filter((path) => path.startsWith('/api/orders'))
  await waitFor(() => expect(requested()).toEqual(['/api/orders/ORD99999']))
  await track('ORD00001')
  await screen.findByText(orderMessages.noPermission)
  expect(requested()).toHaveLength(2)
})

test('a visitor who opens an order is asked to sign in, and returns to it afterwards', async () => {
  await openPage('/order-tracking?orderId=ORD00001', { answers: { 'GET /auth/v1/settings': 404 } })
  // On the page, and as a toast.
  await screen.findAllByText(orderMessages.logInToTrack)
  await waitFor(() => expect(location.pathname).toBe('/authentication'))
  expect(new URLSearchParams(location.search).get('from')).toBe('/order-tracking?orderId=ORD00001')
})

test('a buyer can retry to load an order', async () => {
  const { user, answer } = await openOrder(500)
  await screen.findByText(orderMessages.fetchFailed)
  answer({ 'GET /api/orders/ORD00001': orderOf() })
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  await screen.findByRole('heading', { name: orderMessages.order({ orderId: 'ORD00001' }) })
})

test('a buyer sees an order whose address is unreadable, with a note about it', async () => {
  await openOrder({ ...orderOf(), shipping_address: '{"fullName":' })
  await screen.findByText(orderMessages.shippingAddressUnreadable)
})

test('a buyer gets no receipt of another buyer’s order, nor of a seller who is not part of it', async () => {
  await openOrder(refusal(403, 'forbidden'), '/order-receipt/ORD00001/1')
  await screen.findByText(orderMessages.noPermission)
  await openOrder(trackedOrderOf(), '/order-receipt/ORD00001/9')
  await screen.findByText(orderMessages.invalidId)
})

const CANCEL = 'POST /api/orders/ORD00001/seller-orders/1/cancel'
const inDialog = () => within(screen.getByRole('dialog'))

test('a buyer cancels a seller’s units at once, and reads the consequences first; an unpaid order is read again only once', async () => {
  const { user, answer, sent } = await openOrder(trackedOrderOf())
  await user.click(await screen.findByRole('button', { name: trackingMessages.cancel }))
  const units = await screen.findByLabelText(trackingMessages.unitsOfLine({ name: 'Desk lamp', left: 2 }))
  inDialog().getByText(actionMessages.noUnits)
  const confirm = () => user.click(inDialog().getByRole('button', { name: trackingMessages.cancelConfirm }))
  await confirm()
  await inDialog().findByText(trackingMessages.chooseUnits)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await user.clear(units)
  await user.type(units, '1')
  await inDialog().findByText(trackingMessages.effects({ items: '1 × Desk lamp', amount: '$9.99' }))
  await user.click(inDialog().getByRole('button', { name: actionMessages.allUnits }))
  await inDialog().findByText(trackingMessages.effects({ items: '2 × Desk lamp', amount: '$19.98' }))
  const [cancelled] = trackedOrderOf({
    ...{ state: 'cancelled', can_cancel: false, cancelled_goods: 19.98 },
    lines: [{ line_number: 1, cancelled: 2, sent: 0, returned_units: 0, quantity: 2, returnable: 0 }],
  }).seller_orders
  answer({ [CANCEL]: cancelled, 'GET /api/orders/ORD00001': { ...trackedOrderOf(), seller_orders: [cancelled] } })
  await confirm()
  await screen.findByText(trackingMessages.cancelled)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await screen.findAllByText(trackingMessages.cancelledUnits)).length).toBeGreaterThan(0)
  expect(sent(CANCEL)).toEqual([{ revision: 1, lines: [{ line_number: 1, quantity: 2 }] }])
  await waitFor(() => expect(sent('GET /api/orders/ORD00001')).toHaveLength(2))
  vi.advanceTimersByTime(10_000)
  await screen.findAllByText(trackingMessages.cancelledUnits)
  expect(sent('GET /api/orders/ORD00001')).toHaveLength(2)
})

test('a buyer reads why the system cancelled an order, and the note of a seller who did', async () => {
  const cancelled = { kind: 'cancelled', at: '2026-01-02T03:04:05.000Z', seller_order_number: 1 }
  const events = [
    { ...cancelled, event_number: 1, by_role: 'system', facts: { units: 1, reason: 'other' } },
    { ...cancelled, event_number: 2, by_role: 'seller', facts: { units: 1, reason: 'other', note: 'Broken' } },
    { ...cancelled, event_number: 3, by_role: 'seller', facts: { units: 1, reason: 'other' } },
  ]
  await openOrder({ ...trackedOrderOf(), events })
  const history = await screen.findByRole('region', { name: trackingMessages.history })
  const notes = ['Broken', 'the seller did not answer'].map((note) => trackingMessages.reasonGiven({ note }))
  expect(
    within(history)
      .getAllByText(/^"/)
      .map(({ textContent }) => textContent),
  ).toEqual(notes)
})

test('a buyer whose order is in preparation requests a cancellation with a note, and sees the request', async () => {
  const { user, answer, sent } = await openOrder(
    trackedOrderOf({ state: 'confirmed', can_cancel: false, can_ask_to_cancel: true }),
  )
  await user.click(await screen.findByRole('button', { name: trackingMessages.askToCancel }))
  const units = await screen.findByLabelText(trackingMessages.unitsOfLine({ name: 'Desk lamp', left: 2 }))
  await user.clear(units)
  await user.type(units, '1')
  await user.type(screen.getByLabelText(trackingMessages.noteToSeller), 'Ordered twice')
  const asked = trackedOrderOf({
    ...{ state: 'confirmed', can_cancel: false, can_ask_to_cancel: false },
    ...{ cancel_requested_at: '2026-01-02T03:04:05.000Z', cancel_note: 'Ordered twice' },
  })
  answer({ [CANCEL]: asked.seller_orders[0], 'GET /api/orders/ORD00001': asked })
  await user.keyboard('{Enter}')
  await screen.findByText(trackingMessages.cancelRequested)
  expect(sent(CANCEL)).toEqual([{ revision: 1, lines: [{ line_number: 1, quantity: 1 }], note: 'Ordered twice' }])
})

test('a buyer changes the address that a seller ships to', async () => {
  const { user, answer, sent } = await openOrder(trackedOrderOf())
  await user.click(await screen.findByRole('button', { name: trackingMessages.changeAddress }))
  const city = await screen.findByLabelText(checkoutMessages.shippingFields.city)
  await user.clear(city)
  await user.type(city, 'Newtown')
  const moved = trackedOrderOf({ shipping_address: { ...orderOf().shipping_address, city: 'Newtown' } })
  const MOVE = 'PATCH /api/orders/ORD00001/seller-orders/1/address'
  answer({ [MOVE]: moved.seller_orders[0], 'GET /api/orders/ORD00001': moved })
  await user.click(screen.getByRole('button', { name: orderMessages.saveAddress }))
  await screen.findByText(trackingMessages.addressChanged)
  await screen.findByText(/Newtown/)
  expect(sent(MOVE)).toMatchObject([{ revision: 1, city: 'Newtown' }])
})

test('a buyer finds the versions of the pages that the order was placed under', async () => {
  await openOrder(orderOf({ agreed: { terms: 2, privacy: 1 } }))
  const links = await Promise.all(['terms', 'privacy policy'].map((name) => screen.findByRole('link', { name })))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/terms/2', '/privacy/1'])
})
