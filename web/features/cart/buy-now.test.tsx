// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { appMessages } from '../../../shared/app/messages.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { answersForCart, productOf } from '../../test/fixtures.ts'
import { openPage } from '../../test/open-page.tsx'

async function buyNow(cart: Record<string, number>) {
  const { answers, serverCart } = answersForCart(cart)
  const product = {
    'GET /api/products/PRD00001': productOf(),
    'GET /api/products/PRD00001/related': { products: [] },
  }
  const page = await openPage('/product/PRD00001', {
    as: 'buyer',
    // Buy Now has added a unit to what the cart had.
    answers: { ...answersForCart({ PRD00001: 1 }).answers, ...answers, ...product, '*': 404 },
  })
  await page.user.click(screen.getByRole('button', { name: cartMessages.buyNow }))
  await waitFor(() => expect(location.pathname).toBe('/checkout'))
  await screen.findByRole('button', { name: checkoutMessages.placeOrder })
  return { ...page, serverCart }
}

test('a buyer who uses Buy Now for a product in the cart reads so, and orders only the new units with one press', async () => {
  const { user, serverCart } = await buyNow({ PRD00001: 1 })
  await screen.findByText(checkoutMessages.alreadyInCart({ had: 1, now: 2 }))
  await user.click(screen.getByRole('button', { name: checkoutMessages.orderOnly({ quantity: 1 }) }))
  await waitFor(() => expect(screen.queryByText(checkoutMessages.alreadyInCart({ had: 1, now: 2 }))).toBeNull())
  await within(screen.getByRole('banner')).findByRole('link', { name: appMessages.cartWithItems({ count: 1 }) })
  await waitFor(() => expect(serverCart).toEqual({ PRD00001: 1 }))
})

test('a buyer who uses Buy Now for a product that is not in the cart sees no such note', async () => {
  await buyNow({})
  expect(screen.queryByRole('button', { name: checkoutMessages.orderOnly({ quantity: 1 }) })).toBeNull()
})
