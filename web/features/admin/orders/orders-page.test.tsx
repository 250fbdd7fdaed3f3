import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { copyMessages } from '../../../../shared/kernel/copy-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { formatAmount } from '../../../../shared/kernel/money.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages, orderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import type { AdminOrder, AdminOrderPage } from '../../../../shared/orders/schema.ts'
import { paymentWords } from '../../../../shared/payments/messages.ts'
import { adminOrderRowOf, PAGE_SIZE, pageFacts } from '../../../test/desk-fixtures.ts'
import { lineOf, orderOf } from '../../../test/fixtures.ts'
import { type Answers, type Call, openPage, refusal } from '../../../test/open-page.tsx'

const LIST = '/api/admin/orders'
const DETAILS = `GET ${LIST}/ORD00001`
const CHANGE = `PATCH ${LIST}/ORD00001`
const rowsOf =
  (total: number) =>
  ({ query }: Call): AdminOrderPage => {
    const page = Number(query.get('page') ?? 1)
    const orders = Array.from({ length: Math.min(PAGE_SIZE, total) }, (_, index) =>
      adminOrderRowOf({ order_id: `ORD000${String((page - 1) * PAGE_SIZE + index + 1).padStart(2, '0')}` }),
    )
    return { orders, ...pageFacts(total, page) }
  }

const order = (more: Partial<AdminOrder> = {}): AdminOrder => ({
  ...orderOf({
    total_count: 49,
    shipping_address: {
      fullName: 'Robin Sample',
      address: '3 Model Street',
      city: 'Exampleton',
      postalCode: '10001',
      country: 'Nowhere',
    },
  }),
  buyer: { name: 'Kim Buyer', email: 'kim@example.com' },
  lines: [
    { ...lineOf({ product_name: 'Brass Lantern', unit_price: 24.5, quantity: 2 }), seller_id: 's', seller_name: 'Ada' },
  ],
  history: [],
  state_source: 'seller_orders',
  derived_state: 'pending',
  ...more,
})

async function open(query = '', answers: Answers = {}) {
  const page = await openPage(`/admin/orders${query}`, {
    as: 'admin',
    answers: { [`GET ${LIST}`]: rowsOf(7), [DETAILS]: order(), '*': 404, ...answers },
  })
  const listed = () => page.calls.filter(({ path }) => path === LIST).map(({ query: sent }) => Object.fromEntries(sent))
  return { ...page, listed }
}

const heads = () =>
  screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/, (as|de)scending$/, '').trim())
const panel = async () =>
  within(await screen.findByRole('region', { name: orderListMessages.orderHeading({ orderId: 'ORD00001' }) }))

test('an admin sees the specified columns and numbered pages; a search begins at page 1', async () => {
  const { user, listed, answer } = await open()
  await screen.findByRole('row', { name: /ORD00001/ })
  expect(heads()).toEqual(['Order ID', 'Buyer ID', 'Total Amount', 'Order Date', 'Actions'])
  expect(screen.getAllByRole('row')).toHaveLength(1 + PAGE_SIZE)
  screen.getByRole('row', { name: /Ada.*ORD00001.*Kim Buyer.*buyer-1.*Pending/ })
  // The newest first.
  expect(listed()[0]).toMatchObject({ direction: 'desc' })
  const pages = within(screen.getByRole('navigation', { name: orderListTexts.pages }))
  await user.click(pages.getByRole('link', { name: uiMessages.pageNumber({ page: 2 }) }))
  await screen.findByRole('row', { name: /ORD00004/ })
  const current = pages.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map(({ textContent }) => textContent)).toEqual(['2'])
  const announced = screen.getByText(document.title, { selector: '[role=status] > span' })
  answer({ [`GET ${LIST}`]: rowsOf(1) })
  await user.type(screen.getByLabelText(orderListTexts.search), 'ord00001')
  await screen.findByText(orderListTexts.count({ total: 1, isExact: 'true' }))
  expect(location.search).toBe('?q=ord00001')
  expect(announced.isConnected).toBe(false)
  answer({ [`GET ${LIST}`]: rowsOf(0) })
  await user.type(screen.getByLabelText(orderListTexts.search), ' no')
  await screen.findByText(orderListTexts.nothingFound)
})

test('an admin filters orders by buyer, a well-formed amount and state, which the address keeps, and clears the filters', async () => {
  const { user, listed } = await open()
  await screen.findByRole('row', { name: /ORD00001/ })
  const buyer = screen.getByPlaceholderText<HTMLInputElement>(orderListMessages.findBuyer)
  const narrowed = (name: string) => waitFor(() => expect(listed().at(-1)).toHaveProperty(name))
  await user.type(buyer, 'kim@example.com{Enter}')
  await narrowed('buyer')
  await user.type(screen.getByLabelText(orderListMessages.minTotal({ sign: '$' })), '1e3{Enter}')
  await screen.findByText(listMessages.amountMalformed)
  expect(location.search).toBe('?buyer=kim%40example.com')
  await user.clear(screen.getByLabelText(orderListMessages.minTotal({ sign: '$' })))
  for (const [label, name] of [
    [orderListMessages.minTotal({ sign: '$' }), 'min'],
    [orderListMessages.maxTotal({ sign: '$' }), 'max'],
  ] as const) {
    await user.type(screen.getByLabelText(label), '77.70{Enter}')
    await narrowed(name)
    expect(document.activeElement).toBe(screen.getByLabelText(label))
  }
  await user.selectOptions(screen.getByLabelText(orderListMessages.status), orderMessages.states.returned)
  const found = { buyer: 'kim@example.com', min: '77.7', max: '77.7', state: 'returned' }
  await waitFor(() => expect(listed().at(-1)).toMatchObject(found))
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(found)
  await user.click(screen.getByRole('link', { name: listMessages.clearFilters }))
  await waitFor(() => expect(location.search).toBe(''))
  await waitFor(() => expect(buyer.value).toBe(''))
  history.back()
  await waitFor(() => expect(buyer.value).toBe('kim@example.com'))
})

test('an admin opens the orders that need action, and goes back to all orders', async () => {
  const { user, listed } = await open()
  await screen.findByRole('row', { name: /ORD00001/ })
  const views = within(screen.getByRole('navigation', { name: orderListMessages.views }))
  await user.click(views.getByRole('link', { name: orderListMessages.problems.needs_action }))
  await waitFor(() => expect(listed().at(-1)).toMatchObject({ problem: 'needs_action' }))
  await user.click(views.getByRole('link', { name: orderListMessages.allOrders }))
  await waitFor(() => expect(location.search).toBe(''))
})

test('an admin sorts orders by their columns, and opens one by a click on its row', async () => {
  const { user, listed } = await open()
  await screen.findByRole('row', { name: /ORD00001/ })
  const sortBy = async (name: string, search: string) => {
    const link = within(screen.getByRole('table')).getByRole('link', { name })
    await waitFor(() => expect(link.getAttribute('href')).toBe(`/admin/orders${search}`))
    await user.click(link)
    await waitFor(() => expect(location.search).toBe(search))
  }
  await sortBy(orderListMessages.totalAmount, '?sort=total')
  await sortBy(orderListMessages.orderDate, '')
  await sortBy(orderListMessages.orderDate, '?direction=asc')
  await waitFor(() => expect(listed().at(-1)).toMatchObject({ sort: 'date', direction: 'asc' }))
  await user.click(within(screen.getByRole('row', { name: /ORD00001/ })).getByText(formatAmount(77.7)))
  await waitFor(() => expect(location.search).toBe('?direction=asc&track=ORD00001'))
  await waitFor(() => expect(screen.getByRole('row', { name: /ORD00001/ }).getAttribute('aria-current')).toBe('true'))
})

test('an admin reads an order’s details below the table, copies its buyer’s id and opens the buyer’s account', async () => {
  const { user } = await open()
  await screen.findByRole('row', { name: /ORD00001/ })
  screen.getByRole('button', { name: orderListMessages.trackOrder({ orderId: 'ORD00001' }) }).focus()
  await user.keyboard('{Enter}')
  const shown = await panel()
  await shown.findByText('Robin Sample')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Order #ORD00001'))
  const region = screen.getByRole('region', { name: orderListMessages.orderHeading({ orderId: 'ORD00001' }) })
  expect(screen.getByRole('table').compareDocumentPosition(region)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const texts = (tag: string) => Array.from(region.querySelectorAll(tag), ({ textContent }) => textContent)
  expect(texts('dt')).toEqual([
    'Buyer ID',
    'Buyer',
    'Order Date',
    'Total Amount',
    'Current Status',
    'Payment Method',
    'Shipping Address',
  ])
  const [buyerId, buyer, ...others] = texts('dd')
  expect(buyerId).toContain('buyer-1')
  expect(buyer).toBe('Kim Buyerkim@example.com')
  expect(others).toEqual([
    'Jan 2, 2026, 3:04 AM UTC',
    '$49.00',
    'Pending',
    `PayPal${paymentWords.notPaidHere}`,
    'Robin Sample3 Model StreetExampleton 10001Nowhere',
  ])
  shown.getByText('Brass Lantern')
  shown.getByText('$24.50')
  const states = within(shown.getByRole('list', { name: orderListMessages.statuses })).getAllByRole('listitem')
  const offered = ['Pending', 'Confirmed', 'Delivered', 'Returned', 'Cancelled']
  expect(states.map(({ textContent }) => textContent)).toEqual(offered)
  expect(texts('option')).toEqual(offered)
  await user.click(shown.getByRole('button', { name: copyMessages.copyId({ id: 'buyer-1' }) }))
  expect(await navigator.clipboard.readText()).toBe('buyer-1')
  await user.click(shown.getByRole('link', { name: 'Kim Buyer' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/admin/users?q=buyer-1'))
})

test('an admin changes the state of an order, and sees it in the history; the focus stays in the form', async () => {
  const { user, answer, sent } = await open('?track=ORD00001')
  const shown = await panel()
  const status = await shown.findByLabelText<HTMLSelectElement>(orderListMessages.status)
  const update = shown.getByRole<HTMLButtonElement>('button', { name: orderListMessages.updateStatus })
  expect(update.disabled).toBe(true)
  await user.selectOptions(status, orderMessages.states.confirmed)
  expect(update.disabled).toBe(false)
  const change = { admin_id: 'admin-1', admin_name: 'Mo Warden', created_at: '2026-01-02T03:04:05.000Z', reason: null }
  const changed = order({ order_state: 'confirmed', history: [{ ...change, from: 'pending', to: 'confirmed' }] })
  answer({ [CHANGE]: changed, [DETAILS]: changed })
  update.focus()
  await user.keyboard('{Enter}')
  await screen.findByText(orderListMessages.stateUpdated({ state: orderMessages.states.confirmed }))
  await within(shown.getByRole('list', { name: orderListMessages.history })).findByText(/Mo Warden/)
  await waitFor(() => expect(update.disabled).toBe(true))
  expect(document.activeElement).toBe(status)
  expect(sent(CHANGE)).toMatchObject([{ order_state: 'confirmed', from: 'pending' }])
  shown.getByRole('button', { name: orderListMessages.closeOrder }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: orderListMessages.orderHeading({ orderId: 'ORD00001' }) })).toBeNull(),
  )
})

test('of two admins who change an order, the second reads that it has changed, sees the change, and can continue', async () => {
  const { user, answer, sent } = await open('?track=ORD00001')
  const shown = await panel()
  await user.selectOptions(await shown.findByLabelText(orderListMessages.status), orderMessages.states.delivered)
  const change = { admin_id: 'admin-2', admin_name: 'Other', created_at: '2026-01-02T03:04:05.000Z', reason: null }
  const cancelled = order({ order_state: 'cancelled', history: [{ ...change, from: 'pending', to: 'cancelled' }] })
  answer({ [CHANGE]: refusal(409, 'order_changed'), [DETAILS]: cancelled })
  const press = () => user.click(shown.getByRole('button', { name: orderListMessages.updateStatus }))
  await press()
  await screen.findAllByText(orderListMessages.stateFailed({ reason: orderListMessages.orderChanged }))
  await waitFor(() =>
    expect(within(shown.getByRole('list', { name: orderListMessages.history })).getAllByRole('listitem')).toHaveLength(
      1,
    ),
  )
  answer({ [CHANGE]: { ...cancelled, order_state: 'delivered' } })
  await press()
  await screen.findByText(orderListMessages.stateUpdated({ state: orderMessages.states.delivered }))
  expect(sent(CHANGE).at(-1)).toMatchObject({ order_state: 'delivered', from: 'cancelled' })
})

test.each([
  ['?q=ORD', false],
  ['?problem=late', false],
  ['?buyer=kim', true],
  ['?q=ORD&min=5', true],
])('on phones the filters of the address %s are unfolded: %s', async (query, areOpen) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  await open(query)
  await screen.findByText('ORD00001')
  expect(screen.getByText(listMessages.filters, { selector: 'summary' }).closest('details')?.open).toBe(areOpen)
})
