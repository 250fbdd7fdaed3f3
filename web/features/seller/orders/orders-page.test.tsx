import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../../shared/accounts/messages.ts'
import { areaMessages } from '../../../../shared/app/area-messages.ts'
import { appMessages } from '../../../../shared/app/messages.ts'
import { orderDeliveryMessages as texts } from '../../../../shared/delivery/order-messages.ts'
import { fulfilmentMessages } from '../../../../shared/fulfilment/messages.ts'
import type { FullSellerOrder, FullSellerOrderPage } from '../../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import { ownOrderOf, pageFacts } from '../../../test/desk-fixtures.ts'
import { type Answers, openPage, refusal } from '../../../test/open-page.tsx'

const LIST = 'GET /api/seller/orders'
const listOf = (...orders: FullSellerOrder[]): FullSellerOrderPage => ({
  orders,
  ...pageFacts(orders.length),
  counts: { accept: 0, send: 0, sent: 0, done: 0, returns: 0, problem: 0 },
})
const second = ownOrderOf({ order_id: 'ORD00002', seller_order_id: 'ORD00002-1' })

async function open(path: string, orders: FullSellerOrder[], answers: Answers = {}) {
  const page = await openPage(path, { as: 'seller', answers: { '*': 404, [LIST]: listOf(...orders), ...answers } })
  const rowOf = (id: string) => within(screen.getByRole('region', { name: id }))
  const unfold = async (id: string) => {
    await screen.findByRole('region', { name: id })
    await page.user.click(screen.getByRole('region', { name: id }).querySelector('summary') as Element)
    return rowOf(id)
  }
  const press = (name: string) => page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
  return { ...page, unfold, press }
}
const dialog = () => within(screen.getByRole('dialog'))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const EFFECTS = actionMessages.effects({ items: '1 × Desk lamp', amount: '$9.99' })
const UNITS = actionMessages.unitsOfLine({ name: 'Desk lamp', left: 2 })

test('a seller cancels as many units as are left, and reads the consequences first', async () => {
  const CANCEL = 'POST /api/seller/orders/ORD00001/cancel'
  const { user, unfold, press, answer, sent } = await open('/seller/orders', [ownOrderOf()], {
    [CANCEL]: refusal(409, 'nothing_left'),
  })
  const row = await unfold('ORD00001')
  await user.click(row.getByRole('button', { name: actionMessages.cancelUnits }))
  const units = await screen.findByLabelText<HTMLInputElement>(UNITS)
  expect(units.value).toBe('0')
  dialog().getByText(actionMessages.noUnits)
  await press(actionMessages.cancelUnits)
  await dialog().findByText(actionMessages.chooseUnits)
  for (const [typed, text] of [
    ['3', actionMessages.wrongUnits({ left: 2 })],
    ['1', EFFECTS],
  ] as const) {
    await user.clear(units)
    await user.type(units, typed)
    await press(actionMessages.cancelUnits)
    await dialog().findAllByText(text)
  }
  // After a refusal the dialog stays, with its input.
  await waitFor(() => expect(sent(CANCEL)).toHaveLength(1))
  await dialog().findByRole('alert')
  await press(actionMessages.allUnits)
  expect(units.value).toBe('2')
  const { state: _, ...none } = ownOrderOf()
  answer({ [CANCEL]: { ...none, state: 'cancelled' } })
  await press(actionMessages.cancelUnits)
  await closed()
  expect(sent(CANCEL)).toMatchObject([
    { revision: 1, reason: 'out_of_stock', lines: [{ line_number: 1, quantity: 1 }] },
    { revision: 1, reason: 'out_of_stock', lines: [{ line_number: 1, quantity: 2 }] },
  ])
})

test('a seller declines a cancellation with a reason, and finds the input after a reload', async () => {
  const asked = ownOrderOf({
    ...{ state: 'confirmed', cancel_requested_at: '2026-01-02T03:04:05.000Z', cancel_note: 'Ordered twice' },
    cancel_lines: [{ line_number: 1, quantity: 1 }],
  })
  const ANSWER = 'POST /api/seller/orders/ORD00001/cancel-answer'
  const { user, unfold, sent } = await open('/seller/orders?view=problem', [asked])
  const row = await unfold('ORD00001')
  row.getByText(/Ordered twice/)
  row.getByText(EFFECTS)
  await user.click(row.getByRole('button', { name: actionMessages.decline }))
  await row.findByText(fulfilmentMessages.declineReasonNeeded)
  const reason = row.getByLabelText(actionMessages.declineReason)
  expect(document.activeElement).toBe(reason)
  await user.type(reason, 'Packed already')
  expect(sent(ANSWER)).toEqual([])

  const again = await open('/seller/orders?view=problem', [asked], { [ANSWER]: ownOrderOf({ state: 'confirmed' }) })
  const same = await again.unfold('ORD00001')
  expect(same.getByLabelText(actionMessages.declineReason)).toHaveProperty('value', 'Packed already')
  again.answer({ [LIST]: listOf() })
  await again.user.click(same.getByRole('button', { name: actionMessages.decline }))
  await screen.findByText(actionMessages.requestDeclined)
  expect(again.sent(ANSWER)).toEqual([{ revision: 1, accept: false, note: 'Packed already' }])
})

test('a seller ships one order; the input survives closing the dialog, leaving the page and a failure', async () => {
  const SEND = 'POST /api/seller/orders/ORD00001/shipments'
  const order = ownOrderOf({ state: 'confirmed' })
  const { user, unfold } = await open('/seller/orders?view=send', [order])
  await user.click((await unfold('ORD00001')).getByRole('button', { name: actionMessages.send }))
  await user.type(await screen.findByLabelText(actionMessages.carrier), 'DHL')
  await user.keyboard('{Escape}')
  await closed()

  const again = await open('/seller/orders?view=send', [order], {
    [SEND]: () => Promise.reject(new TypeError('offline')),
  })
  const row = await again.unfold('ORD00001')
  await again.user.click(row.getByRole('button', { name: actionMessages.send }))
  expect(await screen.findByLabelText(actionMessages.carrier)).toHaveProperty('value', 'DHL')
  await again.press(actionMessages.send)
  await dialog().findByRole('alert')
  again.answer({ [SEND]: { ...order, state: 'shipped' } })
  await again.press(actionMessages.send)
  await closed()
  await screen.findByText(workMessages.ordersSent({ count: 1 }))
  const [first, retried] = again.sent(SEND) as { request_id: string; carrier: string }[]
  expect(retried).toEqual(first)
  expect(first).toMatchObject({ carrier: 'DHL', lines: [{ line_number: 1, quantity: 2 }] })
})

test('each error in a dialog appears at its field once that is left, and sending takes the focus to the first', async () => {
  const order = ownOrderOf({ state: 'confirmed' })
  const { user, unfold, press, sent } = await open('/seller/orders?view=send', [order])
  await user.click((await unfold('ORD00001')).getByRole('button', { name: actionMessages.send }))
  const carrier = await screen.findByLabelText(actionMessages.carrier)
  const units = screen.getByLabelText(UNITS)
  const problems = () =>
    dialog()
      .queryAllByRole('alert')
      .map(({ textContent }) => textContent)
  await user.clear(units)
  await user.type(units, '3')
  expect(problems()).toEqual([])
  await user.tab()
  await waitFor(() => expect(problems()).toEqual([actionMessages.wrongUnits({ left: 2 })]))
  await press(actionMessages.send)
  await waitFor(() => expect(document.activeElement).toBe(carrier))
  expect(carrier.getAttribute('aria-invalid')).toBe('true')
  expect(problems()).toEqual([fulfilmentMessages.carrierNeeded, actionMessages.wrongUnits({ left: 2 })])
  await user.type(carrier, 'DHL')
  await user.clear(units)
  await user.type(units, '0')
  await press(actionMessages.send)
  await waitFor(() => expect(problems()).toEqual([actionMessages.chooseUnits]))
  expect(sent('POST /api/seller/orders/ORD00001/shipments')).toEqual([])
})

const SEND_SEVERAL = 'POST /api/seller/orders/shipments'

/** Opens the dialog that sends an order and the second one. */
async function openSending(order: FullSellerOrder) {
  const orders = [order, { ...second, state: 'confirmed' as const }]
  const results = orders.map((sent) => ({ order_id: sent.order_id, status: 200, order: sent }))
  const page = await open('/seller/orders?view=send', orders, { [SEND_SEVERAL]: { results } })
  await page.user.click(await screen.findByLabelText(listMessages.selectAll))
  const selected = within(screen.getByRole('group', { name: workMessages.selectedOrders }))
  await page.user.click(selected.getByRole('button', { name: actionMessages.send }))
  return { ...page, numbers: await screen.findByLabelText(workMessages.numbers) }
}

test('a seller ships several orders with one tracking number each; more numbers than orders are refused', async () => {
  const { user, press, sent, numbers } = await openSending(ownOrderOf({ state: 'confirmed' }))
  await user.type(screen.getByLabelText(actionMessages.carrier), 'City Couriers')
  await user.type(numbers, 'N-1\nN-2\nN-3')
  await press(actionMessages.send)
  await dialog().findByText(workMessages.tooManyNumbers({ lines: 3, parcels: 2 }))
  await user.clear(numbers)
  await user.type(numbers, '\nN-2')
  await press(actionMessages.send)
  await closed()
  await screen.findByText(workMessages.ordersSent({ count: 2 }))
  expect(sent(SEND_SEVERAL)).toMatchObject([
    { shipments: [{ tracking_number: null }, { order_id: 'ORD00002', tracking_number: 'N-2' }] },
  ])
})

test('tracking numbers are those of the packages: what is collected takes none', async () => {
  const counter = { seller_id: 'seller-1', name: 'Counter', kind: 'pickup' as const, amount: 0 }
  const collected = ownOrderOf({ state: 'confirmed', delivery: counter })
  const { user, press, sent, numbers } = await openSending(collected)
  await user.type(numbers, 'RR123456785GB\nN-2')
  await press(actionMessages.send)
  await dialog().findByText(workMessages.tooManyNumbers({ lines: 2, parcels: 1 }))
  await user.clear(numbers)
  await user.type(numbers, 'RR123456785GB')
  await press(actionMessages.send)
  await closed()
  const [{ shipments }] = sent(SEND_SEVERAL) as [{ shipments: object[] }]
  expect(shipments[0]).not.toHaveProperty('tracking_number')
  expect(shipments[1]).toMatchObject({ order_id: 'ORD00002', tracking_number: 'RR123456785GB' })
})

test('a pasted number says its carrier, several say one each, and the next dialog has the last one', async () => {
  const { user, press, sent, numbers } = await openSending(ownOrderOf({ state: 'confirmed' }))
  await user.type(numbers, '1Z999AA10123456784\nRR123456785GB')
  expect(screen.getByLabelText(actionMessages.carrier)).toHaveProperty('value', 'UPS')
  dialog().getByText('Royal Mail RR123456785GB')
  await press(actionMessages.send)
  await closed()
  expect(sent(SEND_SEVERAL)).toMatchObject([{ shipments: [{ carrier: 'UPS' }, { carrier: 'Royal Mail' }] }])

  const row = within(screen.getByRole('region', { name: 'ORD00001' }))
  await user.click(row.getByRole('button', { name: actionMessages.send }))
  const carrier = await screen.findByLabelText(actionMessages.carrier)
  expect(carrier).toHaveProperty('value', 'UPS')
  const number = screen.getByLabelText(progressMessages.trackingNumber)
  await user.type(number, 'RR123456785GB')
  expect(carrier).toHaveProperty('value', 'Royal Mail')
  // One of the seller's own stays.
  await user.clear(carrier)
  await user.type(carrier, 'City Couriers')
  await user.clear(number)
  await user.type(number, '1Z999AA10123456784')
  expect(carrier).toHaveProperty('value', 'City Couriers')
})

test('a row has the one action that is due, which a request of the buyer goes before; none without its payment', async () => {
  const asked = { ...second, state: 'confirmed' as const, cancel_requested_at: '2026-01-02T03:04:05.000Z' }
  const payment = { payment_state: 'cancelled' as const, label: 'Not paid' }
  const unpaid = ownOrderOf({ order_id: 'ORD00003', seller_order_id: 'ORD00003-1', payment })
  const ended = ownOrderOf({ order_id: 'ORD00004', seller_order_id: 'ORD00004-1', state: 'cancelled', payment })
  const { user } = await open('/seller/orders?view=problem', [ownOrderOf(), asked, unpaid, ended])
  const buttons = (id: string) =>
    within(screen.getByRole('region', { name: id }))
      .queryAllByRole('button')
      .map(({ textContent }) => textContent)
  await screen.findByRole('region', { name: 'ORD00001' })
  expect(buttons('ORD00001')).toEqual([actionMessages.accept])
  expect(buttons('ORD00002')).toEqual([workMessages.answer])
  expect(buttons('ORD00003')).toEqual([])
  expect(screen.getAllByText(payment.label)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: workMessages.answer }))
  await screen.findByText(actionMessages.asked)
})

test('a seller’s rows are those of the seller order, after cancellations', async () => {
  const line = { ...ownOrderOf().lines[0], cancelled: 1 } as FullSellerOrder['lines'][number]
  await open('/seller/orders', [
    ownOrderOf({ lines: [line], cancelled_goods: 9.99 }),
    { ...second, state: 'cancelled', lines: [{ ...line, cancelled: 2 }], cancelled_goods: 19.98 },
  ])
  const row = within(await screen.findByRole('region', { name: 'ORD00001' }))
  row.getByText('1 × Desk lamp')
  row.getAllByText('$9.99')
  const cancelled = within(screen.getByRole('region', { name: 'ORD00002' }))
  cancelled.getAllByText('Cancelled')
  cancelled.getAllByText('$0.00')
})

test('an acceptance is saved before a logout, which does not happen while saving fails', async () => {
  const CONFIRM = 'POST /api/seller/orders/confirm'
  const LOGOUT = 'POST /auth/v1/logout'
  const { user, unfold, answer, calls } = await open('/seller/orders?view=accept', [ownOrderOf()], {
    ...{ [CONFIRM]: 500, [LOGOUT]: 204 },
  })
  await user.click((await unfold('ORD00001')).getByRole('button', { name: actionMessages.accept }))
  await screen.findByText(workMessages.accepted({ count: 1 }))
  const logOut = async () => {
    await user.click(screen.getByRole('button', { name: appMessages.accountMenu }))
    await user.click(screen.getByRole('button', { name: areaMessages.logout }))
  }
  await logOut()
  const failure = await waitFor(() => {
    const shown = screen.getAllByRole('alert').find(({ textContent }) => textContent?.includes(actionMessages.failed))
    if (!shown) throw new Error('no failure is shown')
    return within(shown)
  })
  const order = { ...ownOrderOf(), state: 'confirmed' }
  answer({ [CONFIRM]: { results: [{ order_id: 'ORD00001', status: 200, order }] } })
  await user.click(failure.getByRole('button', { name: uiMessages.retry }))
  await screen.findByText(workMessages.accepted({ count: 1 }))
  await logOut()
  await waitFor(() => expect(location.pathname).toBe('/authentication'))
  const names = calls.map(({ method, path }) => `${method} ${path}`).filter((name) => [CONFIRM, LOGOUT].includes(name))
  expect(names).toEqual([CONFIRM, CONFIRM, LOGOUT])
})

test('a seller who has left the list reads which order could not be accepted', async () => {
  const error = { code: 'newer_revision', message: 'No' }
  const { user, unfold } = await open('/seller/orders?view=accept', [ownOrderOf()], {
    'POST /api/seller/orders/confirm': { results: [{ order_id: 'ORD00001', status: 409, error }] },
  })
  await user.click((await unfold('ORD00001')).getByRole('button', { name: actionMessages.accept }))
  await screen.findByText(workMessages.accepted({ count: 1 }))
  await user.click(screen.getByRole('link', { name: accountMessages.dashboard }))
  await screen.findByText(/^ORD00001: /)
})

const post = { seller_id: 'seller-1', name: 'Post', kind: 'parcel' as const, amount: 9, cheapest: 4.9, refunded: 1 }
const paid = { payment: { payment_state: 'paid' as const, label: 'Paid' }, delivery: post }

test('a seller adds delivery to a cancellation of part of the units, and reads what goes back with all of them', async () => {
  const CANCEL = 'POST /api/seller/orders/ORD00001/cancel'
  const { user, unfold, press, answer, sent } = await open('/seller/orders', [ownOrderOf(paid)], {
    [CANCEL]: refusal(409, 'delivery_refund_too_large', 'No', { left: 2 }),
  })
  await user.click((await unfold('ORD00001')).getByRole('button', { name: actionMessages.cancelUnits }))
  await user.type(await screen.findByLabelText(UNITS), '{backspace}1')
  const field = () => dialog().queryByLabelText(texts.back({ currency: 'USD' }))
  dialog().getByText(texts.backLimit({ amount: '$8.00', due: '$0.00' }))
  await user.type(field() as HTMLElement, '8.01')
  await press(actionMessages.cancelUnits)
  await dialog().findByText(texts.backWrong({ least: '$0.00', most: '$8.00' }))
  await user.clear(field() as HTMLElement)
  await user.type(field() as HTMLElement, '3')
  const effects = (amount: string, items: string) => actionMessages.paidEffects({ amount, items })
  dialog().getByText(`${effects('$12.99', '1 × Desk lamp')} ${texts.backIncluded({ amount: '$3.00' })}`)
  await press(actionMessages.cancelUnits)
  await dialog().findByText(adminPaymentErrors.delivery_refund_too_large.text({ left: 2 }))
  expect(sent(CANCEL)).toMatchObject([{ lines: [{ line_number: 1, quantity: 1 }], delivery: 3 }])
  await press(actionMessages.allUnits)
  expect(field()).toBeNull()
  dialog().getByText(`${effects('$27.98', '2 × Desk lamp')} ${texts.backIncluded({ amount: '$8.00' })}`)
  answer({ [CANCEL]: ownOrderOf({ ...paid, state: 'cancelled' }) })
  await press(actionMessages.cancelUnits)
  await closed()
  expect(sent(CANCEL).at(-1)).not.toHaveProperty('delivery')
})

test('a seller who accepts a request for part of the units adds delivery to what goes back', async () => {
  const asked = { cancel_requested_at: '2026-01-02T03:04:05.000Z', cancel_lines: [{ line_number: 1, quantity: 1 }] }
  const ANSWER = 'POST /api/seller/orders/ORD00001/cancel-answer'
  const { user, unfold, answer, sent } = await open('/seller/orders', [
    ownOrderOf({ ...paid, ...asked, state: 'confirmed' }),
  ])
  const row = await unfold('ORD00001')
  const field = row.getByLabelText(texts.back({ currency: 'USD' }))
  const accept = () => user.click(row.getByRole('button', { name: actionMessages.acceptRequest }))
  await user.type(field, '8.01')
  await accept()
  await row.findByText(texts.backWrong({ least: '$0.00', most: '$8.00' }))
  expect([document.activeElement, sent(ANSWER)]).toEqual([field, []])
  await user.clear(field)
  await user.type(field, '3')
  row.getByText(texts.backIncluded({ amount: '$3.00' }), { exact: false })
  answer({ [ANSWER]: refusal(409, 'delivery_refund_too_large', 'No', { left: 2 }) })
  await accept()
  await row.findByText(adminPaymentErrors.delivery_refund_too_large.text({ left: 2 }))
  expect(sent(ANSWER)).toEqual([{ revision: 1, accept: true, delivery: 3 }])
})

test('a seller reports goods to collect as ready, without a carrier', async () => {
  const SEND = 'POST /api/seller/orders/ORD00001/shipments'
  const promise = { arrives_from: '2026-11-30', arrives_to: '2026-12-02' }
  const pickup = { seller_id: 'seller-1', name: 'Counter', kind: 'pickup' as const, amount: 0, ...promise }
  const order = ownOrderOf({
    state: 'confirmed',
    delivery: { ...pickup, pickup_address: '1 Quay\nHamburg' },
    shipping_address: { fullName: '', address: '', city: '', postalCode: '', country: '' },
  })
  const { user, unfold, press, answer, sent } = await open('/seller/orders?view=pickup', [order])
  const row = await unfold('ORD00001')
  expect(row.getAllByText(/^Ready to collect Nov 30/).length).toBeGreaterThan(0)
  row.getByText('1 Quay')
  await user.click(row.getByRole('button', { name: texts.markReady }))
  await dialog().findByText(texts.markReadyText)
  expect(screen.queryByLabelText(actionMessages.carrier)).toBeNull()
  answer({ [SEND]: { ...order, state: 'shipped' } })
  await press(texts.markReady)
  await closed()
  expect(sent(SEND)).toEqual([
    { request_id: expect.any(String), revision: 1, lines: [{ line_number: 1, quantity: 2 }] },
  ])
})
