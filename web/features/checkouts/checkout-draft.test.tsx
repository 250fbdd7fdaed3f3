import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { answersForCart, orderOf } from '../../test/fixtures.ts'
import { openPage, refusal, sessionOf } from '../../test/open-page.tsx'

const { fullName, city } = checkoutMessages.shippingFields
const storedDrafts = () => sessionStorage.getItem('form-drafts')
const placeButton = () => screen.findByRole('button', { name: checkoutMessages.placeOrder })
const hasCity = async (text: string) => waitFor(() => expect(screen.getByLabelText(city)).toHaveProperty('value', text))

type Page = Awaited<ReturnType<typeof openPage>>

/** Signs in with the form on the page, which returns to the checkout. */
async function signIn({ user, answer }: Page, id?: string) {
  const session = sessionOf('buyer', id)
  answer({ 'POST /auth/v1/token': session, 'GET /auth/v1/user': session.user })
  await screen.findByRole('heading', { level: 1, name: accountMessages.signInHeading })
  const form = within(document.querySelector('main form') as HTMLFormElement)
  await user.type(form.getByLabelText(signInMessages.email), 'buyer@example.com')
  await user.type(form.getByLabelText(signInMessages.password), 'a long enough phrase')
  await user.click(form.getByRole('button', { name: accountMessages.signInButton }))
  await waitFor(() => expect(location.pathname).toBe('/checkout'))
  await placeButton()
}

const answers = () => ({ ...answersForCart({ PRD00001: 1 }).answers, 'GET /auth/v1/settings': 404 })

test('a buyer whose session ended finds the address, but not the payment details, after the next sign-in', async () => {
  const page = await openPage('/checkout', { as: 'buyer', answers: answers() })
  const { user, answer } = page
  await user.type(await screen.findByLabelText(fullName), 'Ada Lamb')
  await user.type(screen.getByLabelText(city), 'Leeds')
  await user.click(screen.getByRole('radio', { name: orderMessages.paymentMethods.bank_transfer }))
  await user.type(screen.getByLabelText(checkoutMessages.paymentDetails.accountNumber), '7731900442')
  answer({
    'POST /api/orders': refusal(401, 'not_authenticated'),
    'GET /auth/v1/user': refusal(403, 'session_not_found'),
  })
  await user.click(await placeButton())
  await screen.findAllByText(orderMessages.logInToCheckOut)
  await waitFor(() => expect(location.pathname + location.search).toBe('/authentication?from=%2Fcheckout'))
  await signIn(page)
  await hasCity('Leeds')
  expect(screen.getByLabelText(fullName)).toHaveProperty('value', 'Ada Lamb')
  expect(screen.getByRole('radio', { name: orderMessages.paymentMethods.bank_transfer })).toHaveProperty(
    'checked',
    true,
  )
  expect(screen.getByLabelText(checkoutMessages.paymentDetails.accountNumber)).toHaveProperty('value', '')
  expect(storedDrafts()).not.toContain('7731900442')
  answer({ 'POST /api/orders': orderOf() })
  await user.click(await placeButton())
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  expect(storedDrafts()).toBeNull()
})

test('a visitor’s address becomes the draft of the user who signs in, and no other user sees it', async () => {
  localStorage.setItem('cart', '{"PRD00001":1}')
  const page = await openPage('/checkout', { answers: answers() })
  await page.user.type(await screen.findByLabelText(city), 'Leeds')
  await page.user.click(await placeButton())
  await waitFor(() => expect(location.pathname + location.search).toBe('/authentication?from=%2Fcheckout'))
  await within(screen.getByRole('main')).findByText(orderMessages.logInToCheckOut)
  expect(localStorage.getItem('cart')).toBe('{"PRD00001":1}')
  await signIn(page)
  await hasCity('Leeds')

  // After a sign-out elsewhere the draft stays, only for its user.
  localStorage.clear()
  const other = await openPage('/authentication?from=%2Fcheckout', { answers: answers() })
  await signIn(other, 'buyer-2')
  expect(await screen.findByLabelText(city)).toHaveProperty('value', '')
  expect(storedDrafts()).toContain('Leeds')
})
