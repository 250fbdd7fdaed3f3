import { screen } from '@testing-library/dom'
import { test } from 'vitest'
import { openPage } from '../web/test/open-page.tsx'

test.each([
  ['/cart', ['Your cart is empty', 'Add some products']],
  ['/checkout', ['Your cart is empty', 'Continue Shopping']],
  ['/order-tracking', ['Please log in to track your order.']],
])('%s shows a visitor its specified texts', async (path, texts) => {
  await openPage(path, { answers: { '*': 404 } })
  for (const text of texts) await screen.findAllByText(text)
})

test('the sign-up form shows its specified texts', async () => {
  const { user } = await openPage('/authentication', { answers: { '*': 404 } })
  await user.click(screen.getByRole('button', { name: "Don't have an account?" }))
  await screen.findByRole('heading', { name: 'Create your account' })
  for (const name of ['Sign up', 'Already have an account?']) screen.getByRole('button', { name })
  for (const field of ['Display Name', 'Email', 'Password', 'Confirm Password', 'Buyer', 'Seller'])
    screen.getByLabelText(field)
})
