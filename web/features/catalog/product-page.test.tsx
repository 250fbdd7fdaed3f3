// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { alertMessages } from '../../../shared/alerts/messages.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import type { Product } from '../../../shared/catalog/schema.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { answersForCart, productOf } from '../../test/fixtures.ts'
import { openPage } from '../../test/open-page.tsx'

const answersFor = (product: Partial<Product> = {}) => ({
  ...answersForCart({ PRD00001: 1 }).answers,
  'GET /api/products/PRD00001': productOf(product),
  'GET /api/products/PRD00001/related': { products: [] },
  '*': 404,
})
const SOLD_OUT = answersFor({ stock_state: 'out' })

test('a visitor who wants to know when a sold-out product is back signs in first, and comes back', async () => {
  const { user } = await openPage('/product/PRD00001', { answers: SOLD_OUT })
  await user.click(await screen.findByRole('button', { name: alertMessages.notifyMe }))
  await waitFor(() => expect(location.pathname).toBe('/authentication'))
  expect(new URLSearchParams(location.search).get('from')).toContain('/product/PRD00001')
})

test('a seller sees the buttons of a sold-out product, disabled, and nothing to be notified of', async () => {
  await openPage('/product/PRD00001', { as: 'seller', answers: SOLD_OUT })
  await screen.findByText(cartMessages.noPurchaseForSellersAndAdmins)
  for (const name of [cartMessages.addToCart, cartMessages.buyNow])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: alertMessages.notifyMe })).toBeNull()
})

test('a buyer who went on to the cart stays there when the answer to Buy Now comes late', async () => {
  const { answers, kept } = answersForCart({ PRD00001: 1 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const add = answers['POST /api/cart/items'] as (call: unknown) => unknown
  const { user } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: { ...answersFor(), ...answers, 'POST /api/cart/items': (call: unknown) => held.then(() => add(call)) },
  })
  await user.click(await screen.findByRole('button', { name: cartMessages.buyNow }))
  const banner = within(screen.getByRole('banner'))
  await user.click(await banner.findByRole('link', { name: appMessages.cartWithItems(2) }))
  await screen.findByRole('heading', { level: 1, name: cartPageMessages.heading })
  release()
  await user.click(await screen.findByRole('button', { name: uiMessages.increaseQuantity }))
  await screen.findByText(cartMessages.quantityUpdated)
  expect(location.pathname).toBe('/cart')
  expect(kept).toEqual({ PRD00001: 3 })
})

test('a buyer reads beside the button that a product was not added, and one press tries again', async () => {
  const { answers, kept } = answersForCart({ PRD00001: 1 })
  const { user, answer } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: { ...answersFor(), ...answers, 'POST /api/cart/items': 503 },
  })
  await user.click(await screen.findByRole('button', { name: cartMessages.addToCart }))
  const alert = await within(screen.getByRole('main')).findByRole('alert')
  within(alert).getByText(cartMessages.addFailed)
  answer({ 'POST /api/cart/items': answers['POST /api/cart/items'] })
  await user.click(within(alert).getByRole('button', { name: uiMessages.retry }))
  await waitFor(() => expect(kept).toEqual({ PRD00001: 2 }))
  await waitFor(() => expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull())
})
