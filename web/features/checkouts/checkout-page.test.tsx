// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { formatDollars } from '../../../shared/kernel/money.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { ChangedTotal, PlaceOrder } from '../../../shared/orders/schema.ts'
import { answersForCart, cardOf, orderOf } from '../../test/fixtures.ts'
import { openPage, refusal } from '../../test/open-page.tsx'

const LAMP = cardOf({ product_price: 5 })
const KETTLE = cardOf({ product_id: 'PRD00002', product_name: 'Rising kettle', product_price: 20 })

const placeButton = () => screen.findByRole('button', { name: checkoutMessages.placeOrder })
const keysOf = (calls: readonly { method: string; path: string; headers: Headers }[]) =>
  calls.flatMap(({ method, path, headers }) =>
    method === 'POST' && path === '/api/orders' ? [headers.get('idempotency-key')] : [],
  )

test('a buyer who presses Place Order twice at once places one order', async () => {
  const { answers } = answersForCart({ PRD00001: 1 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { user, sent } = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answers, 'POST /api/orders': () => held.then(() => orderOf()) },
  })
  await user.dblClick(await placeButton())
  release()
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  expect(sent('POST /api/orders')).toHaveLength(1)
})

test('D5: a buyer who tries again, also after a reload, sends the same order; with another cart it is another one', async () => {
  const keys: (string | null)[] = []
  for (const quantity of [1, 1, 2]) {
    const { answers } = answersForCart({ PRD00001: quantity })
    const { user, calls } = await openPage('/checkout', {
      as: 'buyer',
      answers: { ...answers, 'POST /api/orders': 503 },
    })
    await user.click(await placeButton())
    await screen.findByText(orderMessages.placeFailedToast)
    keys.push(...keysOf(calls))
  }
  const [first, second, third] = keys
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('D15: a buyer is told of a price that has changed before the order is placed, and one more press orders at it', async () => {
  const { answers } = answersForCart({ PRD00002: 2, PRD00001: 1 }, [LAMP, KETTLE])
  const details: ChangedTotal = {
    total: 55,
    lines: [
      { product_id: 'PRD00002', product_name: 'Rising kettle', product_price: 25, quantity: 2 },
      { product_id: 'PRD00001', product_name: 'Desk lamp', product_price: 5, quantity: 1 },
    ],
  }
  const { user, answer, sent } = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answers, 'POST /api/orders': refusal(409, 'total_changed', 'No', details) },
  })
  await user.type(await screen.findByLabelText(checkoutMessages.shippingFields.city), 'Leeds')
  const summary = within(screen.getByRole('region', { name: checkoutMessages.summary }))
  summary.getByText(formatDollars(45))
  await user.click(await placeButton())
  const alert = await within(screen.getByRole('main')).findByRole('alert')
  within(alert).getByText(checkoutMessages.totalIsNow(formatDollars(55)))
  await summary.findByText(formatDollars(55))
  const changed = summary.getAllByRole('listitem').filter((line) => within(line).queryByText(/Changed/))
  expect(changed.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/Rising kettle.*\$25\.00.*2 × \$20\.00/),
  ])
  expect(screen.getByLabelText(checkoutMessages.shippingFields.city)).toHaveProperty('value', 'Leeds')
  answer({ 'POST /api/orders': orderOf({ total_count: 55 }) })
  await user.click(await placeButton())
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  const totals = sent('POST /api/orders').map((request) => (request as PlaceOrder).expected_total)
  expect(totals).toEqual([45, 55])
})

test('an order empties the cart of its buyer or visitor, and a failure to do so is told', async () => {
  localStorage.setItem('cart', '{"PRD00001":2}')
  await openPage('/order-confirmation/ORD00001', { answers: answersForCart({}).answers })
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  await waitFor(() => expect(localStorage.getItem('cart')).toBeNull())

  const { answers } = answersForCart({ PRD00001: 1 })
  const { user, answer } = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answers, 'POST /api/orders': orderOf(), 'DELETE /api/cart': 500 },
  })
  const cart = (name: string) => within(screen.getByRole('banner')).findByRole('link', { name })
  await cart('Cart, 1 item')
  const button = await placeButton()
  // The order has emptied it all the same.
  answer({ 'GET /api/cart': { cart: {} } })
  await user.click(button)
  await screen.findByText(checkoutMessages.clearServerCartFailedToast)
  await cart('Cart')
})

test('a buyer gets no confirmation of another buyer’s order, nor of what is no number', async () => {
  await openPage('/order-confirmation/ORD00001', {
    as: 'buyer',
    answers: { 'GET /api/orders/ORD00001': refusal(403, 'forbidden') },
  })
  await screen.findByText(orderMessages.noPermission)
  await openPage('/order-confirmation/12', { as: 'buyer' })
  await screen.findByText(orderMessages.invalidId)
  expect(screen.queryByText(orderMessages.confirmed)).toBeNull()
})
