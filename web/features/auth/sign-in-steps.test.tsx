import { screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import { SESSION_STATE_KEY } from '../../../shared/auth/constants.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { factorOf, openedSession, SIGN_IN_SETTINGS, storeSession } from '../../test/account-fixtures.ts'
import { answersForCart, productOf } from '../../test/fixtures.ts'
import { type Answers, openPage, refusal } from '../../test/open-page.tsx'

const FROM = 'from=%2Fproduct%2FPRD00001'
const SESSION = openedSession('buyer')

const PRODUCT: Answers = {
  ...answersForCart({}).answers,
  'GET /api/products/PRD00001': productOf(),
  'POST /api/cart/merge': { cart: {} },
}

async function open(query: string, answers: Answers = {}) {
  const page = await openPage(`/authentication?${query}`, {
    answers: {
      ...PRODUCT,
      'GET /auth/v1/settings': SIGN_IN_SETTINGS,
      'GET /auth/v1/user': SESSION.user,
      'POST /auth/v1/logout': 204,
      '*': 404,
      ...answers,
    },
  })
  const { user } = page
  const type = async (label: string, text: string) => {
    await user.clear(await screen.findByLabelText(label))
    await user.paste(text)
  }
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const signIn = async () => {
    await type(signInMessages.email, 'buyer@example.com')
    await type(signInMessages.password, 'a long phrase')
    await press(accountMessages.signInButton)
  }
  return { ...page, type, press, signIn }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const isBack = () => waitFor(() => expect(location.pathname).toBe('/product/PRD00001'))

test('a visitor who signs in with an emailed code returns to the previous page', async () => {
  const { type, press } = await open(`step=email-code&${FROM}`, {
    'POST /auth/v1/otp': {},
    'POST /auth/v1/verify': SESSION,
  })
  await type(signInMessages.email, 'buyer@example.com')
  await press(signInMessages.sendEmail)
  await type(signInMessages.code, '123456')
  await press(signInMessages.continue)
  await screen.findByText(accountMessages.signedIn)
  await isBack()
})

test('a visitor who sets a new password after the emailed code returns to the previous page, and Buy Now continues', async () => {
  const { type, press, sent } = await open(`step=forgot-password&${FROM}&action=buy-now`, {
    'POST /auth/v1/recover': {},
    'POST /auth/v1/verify': SESSION,
    'PUT /auth/v1/user': SESSION.user,
    ...answersForCart({ PRD00001: 1 }).answers,
  })
  await type(signInMessages.email, 'buyer@example.com')
  await press(signInMessages.sendEmail)
  await type(signInMessages.code, '123456')
  await press(signInMessages.continue)
  await heading(signInMessages.newPasswordHeading)
  await type(securityMessages.newPassword, 'an even longer phrase')
  await type(securityMessages.confirmNewPassword, 'an even longer phrase')
  await press(accountMessages.updatePassword)
  await screen.findByText(accountMessages.passwordUpdated)
  await isBack()
  await screen.findByRole('link', { name: cartMessages.checkOut })
  expect(sent('POST /auth/v1/verify')).toMatchObject([{ type: 'recovery', token: '123456' }])
})

test('a visitor reads that a link works only in the browser that requested it; its code is removed from the address', async () => {
  await open(`step=new-password&code=c&${FROM}`)
  await screen.findAllByText(signInMessages.linkElsewhere)
  await heading(signInMessages.forgotHeading)
  expect(location.search).toBe(`?step=forgot-password&${FROM}`)
})

test('a visitor who confirmed the address in another browser is asked to sign in, and returns to the previous page', async () => {
  const { signIn } = await open(`step=confirmed&code=c&${FROM}`, { 'POST /auth/v1/token': SESSION })
  await waitFor(() => expect(screen.getAllByText(signInMessages.confirmed)).toHaveLength(2))
  await signIn()
  await isBack()
})

test('a visitor whose address is unconfirmed is asked for the emailed code, which can be sent again', async () => {
  const { signIn, press, type, sent } = await open(FROM, {
    'POST /auth/v1/token': refusal(400, 'email_not_confirmed'),
    'POST /auth/v1/resend': {},
    'POST /auth/v1/verify': SESSION,
  })
  await signIn()
  await heading(signInMessages.confirmHeading)
  await press(signInMessages.sendAgain)
  await screen.findByText(signInMessages.codeSent)
  expect(sent('POST /auth/v1/resend')).toMatchObject([{ type: 'signup', email: 'buyer@example.com' }])
  await type(signInMessages.code, '123456')
  await press(signInMessages.continue)
  await isBack()
})

test('a visitor who cancels at a provider sees a note in the sign-in form, which leads back to the previous page', async () => {
  await open(`step=arrived&${FROM}&error=access_denied&error_code=access_denied`)
  await screen.findAllByText(signInMessages.providerCancelled)
  expect(location.search).toBe(`?${FROM}`)
})

test('a failed cart merge at the sign-in is not shown; the next page load retries the same merge', async () => {
  localStorage.setItem('cart', '{"PRD00001":1}')
  const MERGE = 'POST /api/cart/merge'
  const claims = btoa(JSON.stringify({ aal: 'aal1', iat: Math.round(Date.now() / 1000), session_id: 'session-1' }))
  const session = { ...SESSION, access_token: `head.${claims}.sign` }
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { signIn, sent } = await open(FROM, { 'POST /auth/v1/token': session, [MERGE]: 503 })
  await signIn()
  await isBack()
  await waitFor(() => expect(logged.mock.calls.flat()).toContain(cartMessages.mergeFailed))
  expect(screen.queryByText(cartMessages.mergeFailed)).toBeNull()
  expect(localStorage.getItem('cart')).toBe('{"PRD00001":1}')

  const answers = { ...PRODUCT, 'GET /auth/v1/user': SESSION.user, [MERGE]: { cart: { PRD00001: 1 } }, '*': 404 }
  const next = await openPage('/product/PRD00001', { answers })
  await waitFor(() => expect(localStorage.getItem('cart')).toBeNull())
  await screen.findByRole('link', { name: appMessages.cartWithItems({ count: 1 }) })
  expect(next.sent(MERGE)[0]).toEqual(sent(MERGE)[0])
})

const FACTORS = { factors: [factorOf()] }
const CHALLENGE = {
  'POST /auth/v1/factors/factor-1/challenge': { id: 'challenge-1', type: 'totp', expires_at: 9_999_999_999 },
}
const VERIFY = 'POST /auth/v1/factors/factor-1/verify'

test('a user with a second factor is signed in only after its code, whatever page is opened before', async () => {
  const first = openedSession('buyer', FACTORS)
  const answers = { 'POST /auth/v1/token': first, 'GET /auth/v1/user': first.user, ...CHALLENGE }
  const { signIn, store } = await open(FROM, answers)
  await signIn()
  await heading(signInMessages.secondFactorHeading)
  expect(store.getState().auth.isAuthenticated).toBe(false)
  expect(localStorage.getItem('auth')).toBeNull()
  expect(screen.queryByText(accountMessages.signedIn)).toBeNull()
  await screen.findByRole('link', { name: 'Sign In' })

  const again = await openPage('/dashboard', { answers: { '*': 404, ...answers } })
  await heading(signInMessages.secondFactorHeading)
  again.answer({ [VERIFY]: refusal(422, 'mfa_verification_failed') })
  await again.user.type(screen.getByLabelText(signInMessages.code), '000000')
  await again.user.click(screen.getByRole('button', { name: signInMessages.confirm }))
  await waitFor(() => expect(screen.getAllByText(signInMessages.codeWrong)).toHaveLength(2))
  again.answer({ [VERIFY]: openedSession('buyer', FACTORS, 'aal2') })
  await again.user.click(screen.getByRole('button', { name: signInMessages.confirm }))
  await screen.findByText(accountMessages.signedIn)
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(JSON.parse(localStorage.getItem('auth') ?? '')).toMatchObject({ isAuthenticated: true })
})

test('a user with a phone requests the code for the second step', async () => {
  const phone = { factors: [factorOf({ factor_type: 'phone', friendly_name: 'Phone', phone: '491701234567' })] }
  const { signIn, press, type, sent } = await open(FROM, {
    'POST /auth/v1/token': openedSession('buyer', phone),
    ...CHALLENGE,
    [VERIFY]: openedSession('buyer', phone, 'aal2'),
  })
  await signIn()
  await press(signInMessages.sendCode)
  await screen.findByText(
    signInMessages.codeTextedTo({ name: signInMessages.phoneTitle({ name: 'Phone', lastDigits: '567' }) }),
  )
  await type(signInMessages.code, '123456')
  await press(signInMessages.confirm)
  await isBack()
  expect(sent(VERIFY)).toMatchObject([{ challenge_id: 'challenge-1', code: '123456' }])
})

test('a user leaves the second step to sign in to another account', async () => {
  const { signIn, press } = await open(FROM, { 'POST /auth/v1/token': openedSession('buyer', FACTORS) })
  await signIn()
  await press(signInMessages.signInAsOther)
  await heading(accountMessages.signInHeading)
  expect(localStorage.getItem(SESSION_STATE_KEY)).toBeNull()
})

test('a user with a second factor who resets the password passes the second step first', async () => {
  const { type, press, answer } = await open('step=forgot-password', {
    'POST /auth/v1/recover': {},
    'POST /auth/v1/verify': openedSession('buyer', FACTORS),
    ...CHALLENGE,
  })
  await type(signInMessages.email, 'buyer@example.com')
  await press(signInMessages.sendEmail)
  await type(signInMessages.code, '123456')
  await press(signInMessages.continue)
  await heading(signInMessages.secondFactorHeading)
  answer({ [VERIFY]: openedSession('buyer', FACTORS, 'aal2') })
  await type(signInMessages.code, '654321')
  await press(signInMessages.confirm)
  await heading(signInMessages.newPasswordHeading)
})

test('a forged second step in storage does not sign in, and is removed once the server has rejected it', async () => {
  storeSession(openedSession('buyer', FACTORS))
  const { store } = await open('', { 'GET /auth/v1/user': refusal(403, 'session_not_found') })
  await heading(accountMessages.signInHeading)
  await waitFor(() => expect(localStorage.getItem(SESSION_STATE_KEY)).toBeNull())
  expect(store.getState().auth.isAuthenticated).toBe(false)
})
