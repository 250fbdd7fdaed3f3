// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { lineOf, orderOf } from '../../test/fixtures.ts'
import { openPage, refusal } from '../../test/open-page.tsx'

const openOrder = (answer: unknown, path = '/order-tracking?orderId=ORD00001') =>
  openPage(path, { as: 'buyer', answers: { 'GET /api/orders/ORD00001': answer } })

test.each([
  ['pending', ['current', 'ahead', 'ahead']],
  ['confirmed', ['done', 'current', 'ahead']],
  ['delivered', ['done', 'done', 'current']],
] as const)('a buyer sees which steps an order that is %s has done', async (state, steps) => {
  await openOrder(orderOf({ order_state: state }))
  const shown = within(await screen.findByRole('list', { name: orderMessages.progress })).getAllByRole('listitem')
  expect(shown.map((step) => step.dataset.progress)).toEqual(steps)
  const current = shown.filter((step) => step.getAttribute('aria-current') === 'step')
  expect(current.map((step) => step.textContent)).toEqual([expect.stringContaining(orderMessages.states[state])])
})

test.each<[OrderState, string]>([
  ['cancelled', orderMessages.cancelledBanner],
  ['returned', orderMessages.returnedBanner],
])('a buyer sees that an order is %s, and no steps', async (state, banner) => {
  await openOrder(orderOf({ order_state: state }))
  await screen.findByText(banner)
  expect(screen.queryByRole('list', { name: orderMessages.progress })).toBeNull()
})

test('a buyer sees a row for every unit, and many units of a product folded', async () => {
  const lines = [lineOf({ quantity: 2 }), lineOf({ product_id: 'PRD00002', product_name: 'Chair', quantity: 45 })]
  const { user } = await openOrder(orderOf({ lines }))
  const units = () => screen.queryAllByRole('cell', { name: '1' })
  await waitFor(() => expect(units()).toHaveLength(2 + 20))
  await user.click(screen.getByRole('button', { name: orderMessages.showAllOf(45, 'Chair') }))
  expect(units()).toHaveLength(2 + 45)
})

test('a buyer who types what is no number, that of no order, or that of another buyer’s order is told so', async () => {
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
  const asked = () => calls.map(({ path }) => path).filter((path) => path.startsWith('/api/orders'))
  await waitFor(() => expect(asked()).toEqual(['/api/orders/ORD99999']))
  await track('ORD00001')
  await screen.findByText(orderMessages.noPermission)
  expect(asked()).toHaveLength(2)
})

test('a visitor who opens an order is told to sign in, and comes back to it afterwards', async () => {
  await openPage('/order-tracking?orderId=ORD00001', { answers: { 'GET /auth/v1/settings': 404 } })
  await screen.findByText(orderMessages.logInToTrack)
  await waitFor(() => expect(location.pathname).toBe('/authentication'))
  expect(new URLSearchParams(location.search).get('from')).toBe('/order-tracking?orderId=ORD00001')
})

test('a buyer can try again to see an order that could not be loaded', async () => {
  const { user, answer } = await openOrder(500)
  await screen.findByText(orderMessages.fetchFailed)
  answer({ 'GET /api/orders/ORD00001': orderOf() })
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  await screen.findByRole('heading', { name: orderMessages.order('ORD00001') })
})

test('a buyer sees an order whose address cannot be read, and is told that', async () => {
  await openOrder({ ...orderOf(), shipping_address: '{"fullName":' })
  await screen.findByText(orderMessages.shippingAddressUnreadable)
})
