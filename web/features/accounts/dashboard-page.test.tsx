import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { cartErrors } from '../../../shared/cart/errors.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { OrderList } from '../../../shared/orders/schema.ts'
import { answersForCart, cardOf, lineOf, orderOf } from '../../test/fixtures.ts'
import { openPage, refusal } from '../../test/open-page.tsx'

const CHAIR = { product_id: 'PRD00002', product_name: 'Oak chair' }
const ORDER = orderOf({ lines: [lineOf({ quantity: 2 }), lineOf(CHAIR)] })
const LIST: OrderList = {
  orders: [{ ...ORDER, pictures: ['/lamp.webp'], packages: { sent: 0, total: 1 } }],
  order_count: 1,
  total_spend: 120.5,
  reversed_spend: 0,
}

async function openOrders() {
  const { answers, serverCart } = answersForCart({}, [cardOf(), cardOf(CHAIR)])
  const page = await openPage('/dashboard', {
    as: 'buyer',
    answers: { ...answers, 'GET /api/orders': LIST, 'GET /api/orders/ORD00001': ORDER },
  })
  const reorder = async () =>
    page.user.click(await screen.findByRole('button', { name: orderMessages.reorderOf({ orderId: 'ORD00001' }) }))
  return { ...page, serverCart, reorder }
}

test('a buyer sees their name, total spend and linked orders; a seller sees no orders', async () => {
  const { user } = await openOrders()
  await screen.findByText('Sample User')
  await screen.findByRole('heading', { name: orderMessages.allOrders })
  const columns = (await screen.findAllByRole('columnheader')).map((header) => header.textContent)
  expect(columns).toEqual(['Order ID', 'Date', 'Total', 'Status', 'Actions'])
  expect(screen.getAllByText(formatAmount(120.5))).toHaveLength(2)
  await screen.findByText(orderMessages.headlines.received)
  await user.click(screen.getByRole('link', { name: orderMessages.viewOrder({ orderId: 'ORD00001' }) }))
  await screen.findByRole('heading', { name: orderMessages.order({ orderId: 'ORD00001' }) })

  const { calls } = await openPage('/dashboard', { as: 'seller', answers: { '*': 404 } })
  await screen.findByRole('tab', { name: accountMessages.profile })
  expect(screen.queryByRole('tab', { name: accountMessages.ordersTab })).toBeNull()
  expect(calls.filter(({ path }) => path === '/api/orders')).toEqual([])
})

test('a buyer who orders again finds the same products and quantities in the cart', async () => {
  const { reorder, serverCart } = await openOrders()
  await reorder()
  await waitFor(() => expect(location.pathname).toBe('/cart'))
  await screen.findByText(cartMessages.itemAdded)
  expect(serverCart).toEqual({ PRD00001: 2, PRD00002: 1 })
})

test('a buyer who orders again reads which products were not added, in the cart with the others', async () => {
  const { reorder, answer } = await openOrders()
  answer({
    'POST /api/cart/items': ({ body }: { body: { product_id: string } }) =>
      body.product_id === 'PRD00002' ? refusal(404, 'product_not_found') : { cart: { PRD00001: 2 } },
  })
  await reorder()
  await waitFor(() => expect(location.pathname).toBe('/cart'))
  // Both in the toast and in the note.
  await waitFor(() => expect(screen.getAllByText(cartMessages.addFailedFor({ names: ['Oak chair'] }))).toHaveLength(2))
})

test('a buyer who reorders more than a cart line can hold reads the limit beside the order', async () => {
  const { reorder, answer } = await openOrders()
  answer({ 'POST /api/cart/items': refusal(400, 'quantity_too_large') })
  await reorder()
  const { addFailedFor } = cartMessages
  await screen.findAllByText(
    `${addFailedFor({ names: ['Desk lamp', 'Oak chair'] })}. ${cartErrors.quantity_too_large.text}`,
  )
  expect(location.pathname).toBe('/dashboard')
})

test('a buyer clears recently viewed products in the profile; what is typed in a tab survives a visit to another', async () => {
  localStorage.setItem('recentlyViewed', '["PRD00001","PRD00002"]')
  const { answers } = answersForCart({}, [cardOf(), cardOf(CHAIR)])
  const { user } = await openPage('/dashboard?tab=profile', { as: 'buyer', answers: { ...answers, '*': 404 } })
  const viewed = within(await screen.findByRole('region', { name: catalogMessages.recentlyViewed }))
  await waitFor(() => expect(viewed.getAllByRole('listitem')).toHaveLength(2))
  await user.click(viewed.getByRole('button', { name: catalogMessages.clearRecentlyViewed }))
  await waitFor(() => expect(localStorage.getItem('recentlyViewed')).toBeNull())
  const show = async (name: string) => user.click(await screen.findByRole('tab', { name }))
  await show(accountMessages.securityTab)
  await user.type(await screen.findByLabelText(securityMessages.newPassword), 'half a phrase')
  await show(accountMessages.ordersTab)
  expect(location.search).toBe('')
  await show(accountMessages.securityTab)
  expect(await screen.findByLabelText(securityMessages.newPassword)).toHaveProperty('value', 'half a phrase')
})
