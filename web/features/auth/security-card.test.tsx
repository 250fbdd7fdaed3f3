import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { authRefusals } from '../../../shared/auth/refusals.ts'
import type { Factor } from '../../../shared/auth/schema.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { deviceOf, factorOf, openedSession, SIGN_IN_SETTINGS, storeSession } from '../../test/account-fixtures.ts'
import { type Answers, openPage, refusal } from '../../test/open-page.tsx'
import { deviceName } from './security-card.tsx'

const USER = 'GET /auth/v1/user'
const DEVICES = 'GET /api/account/sessions'

/** Opens the security card for this user; `stored` is the copy of the user in the browser's storage. */
async function openCard(answers: Answers = {}, user: object = {}, stored = user) {
  storeSession(openedSession('buyer', stored, 'factors' in user ? 'aal2' : 'aal1'))
  const page = await openPage('/dashboard?tab=security', {
    answers: {
      'GET /auth/v1/settings': SIGN_IN_SETTINGS,
      [USER]: openedSession('buyer', user).user,
      [DEVICES]: { sessions: [deviceOf()] },
      'POST /auth/v1/token': openedSession('buyer', user),
      '*': 404,
      ...answers,
    },
  })
  const card = within(await screen.findByRole('region', { name: securityMessages.heading }))
  await card.findByText(securityMessages.thisDevice)
  // The check of the stored session must not get answers that are set later.
  await waitFor(() => expect(page.calls.some(({ path }) => path === '/auth/v1/user')).toBe(true))
  const press = (name: string) => page.user.click(card.getByRole('button', { name }))
  const type = async (label: string, text: string) => {
    await page.user.clear(card.getByLabelText(label))
    await page.user.paste(text)
  }
  return { ...page, card, press, type }
}

const isFocused = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))

test('a user sees their devices, with this one marked, and signs out all others', async () => {
  const other = deviceOf({ session_id: 'session-2', current: false })
  const { card, press, answer, calls } = await openCard({
    [DEVICES]: { sessions: [deviceOf(), other] },
    'POST /auth/v1/logout': 204,
  })
  const chrome = securityMessages.browserOn({ browser: 'Chrome', system: 'Linux' })
  expect(card.getAllByText(chrome)).toHaveLength(2)
  expect(card.getAllByText(securityMessages.thisDevice)).toHaveLength(1)
  answer({ [DEVICES]: { sessions: [deviceOf()] } })
  await press(securityMessages.signOutOthers)
  await screen.findByText(securityMessages.othersSignedOut)
  expect(calls.filter(({ path }) => path.endsWith('/logout')).map(({ query }) => query.get('scope'))).toEqual([
    'others',
  ])
  await waitFor(() => expect(card.getAllByText(chrome)).toHaveLength(1))
  expect(card.queryByRole('button', { name: securityMessages.signOutOthers })).toBeNull()
  await isFocused(accountMessages.dashboard)
})

test.each([
  { factors: 7, identities: 7, new_email: {} },
  { factors: [null, 1, {}], identities: [null, {}, 'x'], new_email: 7 },
])('a user whose stored account was tampered with sees the server’s copy: %j', async (tampered) => {
  const identities = [{ identity_id: 'i', provider: 'email', identity_data: {} }]
  const { card } = await openCard({}, { identities }, tampered)
  await waitFor(() => expect(card.getAllByText(signInMessages.providerTitles.email)).toHaveLength(1))
  card.getByText(securityMessages.factorsOff)
})

test('a user who changes the email address reads that it is pending until the emailed link is followed', async () => {
  const { card, type, press, answer, sent } = await openCard()
  const changed = openedSession('buyer', { new_email: 'new@example.com' }).user
  answer({ 'PUT /auth/v1/user': changed, [USER]: changed })
  await type(securityMessages.newEmail, 'New@Example.com')
  await press(securityMessages.changeEmail)
  await screen.findByText(securityMessages.emailChangeRequested)
  await card.findByText('new@example.com')
  expect(sent('PUT /auth/v1/user')).toMatchObject([{ email: 'new@example.com' }])
})

test('a user reads why the password was not changed, in our words or the server’s', async () => {
  const { card, type, press, answer } = await openCard()
  const change = async (response: Response) => {
    answer({ 'PUT /auth/v1/user': response })
    await type(securityMessages.newPassword, 'an even longer phrase')
    await type(securityMessages.confirmNewPassword, 'an even longer phrase')
    await press(accountMessages.updatePassword)
  }
  await change(refusal(422, 'same_password'))
  await card.findByText(accountMessages.passwordUpdateFailed({ reason: authRefusals.same_password }))
  for (const [reason, body] of [
    ['Out of order', { code: 'unexpected_failure', message: 'Out of order' }],
    ['Out of hand', { code: 500, msg: 'Out of hand' }],
  ] as const) {
    await change(Response.json(body, { status: 500 }))
    await card.findByText(accountMessages.passwordUpdateFailed({ reason }))
  }
})

test.each([
  ['which can be sent again', {}],
  // A second request comes too soon, after a reload: the first mail is on its way.
  ['also one emailed before', refusal(429, 'over_email_send_rate_limit')],
])('a user in an old session changes the password with an emailed code, %s', async (_which, mailed) => {
  const other = deviceOf({ session_id: 'session-2', current: false })
  const { card, type, press, answer, sent } = await openCard({
    [DEVICES]: { sessions: [deviceOf(), other] },
    'PUT /auth/v1/user': refusal(400, 'reauthentication_needed'),
    'GET /auth/v1/reauthenticate': mailed,
  })
  await type(securityMessages.newPassword, 'an even longer phrase')
  await type(securityMessages.confirmNewPassword, 'an even longer phrase')
  await press(accountMessages.updatePassword)
  await card.findByLabelText(signInMessages.code)
  if (!(mailed instanceof Response)) {
    card.getByText(securityMessages.codeEmailed)
    await press(signInMessages.sendAgain)
    await screen.findByText(securityMessages.codeEmailedAgain)
  }
  answer({ 'PUT /auth/v1/user': openedSession('buyer').user, [DEVICES]: { sessions: [deviceOf()] } })
  await type(signInMessages.code, '123456')
  await press(accountMessages.updatePassword)
  await screen.findByText(accountMessages.passwordUpdated)
  expect(sent('PUT /auth/v1/user').at(-1)).toMatchObject({ password: 'an even longer phrase', nonce: '123456' })
  // The change ended the other sessions.
  await waitFor(() => expect(card.queryByRole('button', { name: securityMessages.signOutOthers })).toBeNull())
})

test('an unsent display name, email address and factor name survive a reload', async () => {
  const typed = ['Robin of the Woods', 'robin@example.com', 'Old phone']
  const open = async () => {
    const { user, card, press } = await openCard()
    await user.click(screen.getByRole('button', { name: accountMessages.editDisplayName }))
    await press(securityMessages.addAuthenticator)
    const fields = [
      screen.getByLabelText<HTMLInputElement>(accountMessages.displayName),
      card.getByLabelText<HTMLInputElement>(securityMessages.newEmail),
      card.getByLabelText<HTMLInputElement>(securityMessages.factorName),
    ]
    return { user, fields }
  }
  const { user, fields } = await open()
  for (const [index, field] of fields.entries()) {
    await user.clear(field)
    await user.type(field, typed[index] ?? '')
  }
  const again = await open()
  await waitFor(() => expect(again.fields.map(({ value }) => value)).toEqual(typed))
})

const ENROLLED = {
  id: 'factor-1',
  type: 'totp',
  friendly_name: signInMessages.authenticatorApp,
  totp: { qr_code: 'data:,', secret: 'ABCDEFGH', uri: '' },
}

/** Answers with which the account has the factors only after a code is verified. */
const answersOnceVerified = (answer: (answers: Answers) => void, factors: Factor[]): Answers => ({
  'POST /auth/v1/factors/factor-1/verify': () => {
    answer({ [USER]: openedSession('buyer', { factors }).user })
    return openedSession('buyer', { factors }, 'aal2')
  },
})

test('a user adds an authenticator app by its key with the keyboard alone, and can cancel', async () => {
  const { card, user, type, press, answer } = await openCard({
    'POST /auth/v1/factors': ENROLLED,
    'POST /auth/v1/factors/factor-1/challenge': { id: 'challenge-1', type: 'totp', expires_at: 9_999_999_999 },
  })
  const open = async () => {
    card.getByRole('button', { name: securityMessages.addAuthenticator }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(card.getByLabelText(securityMessages.factorName)))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(card.getByLabelText(securityMessages.codeFromApp)))
  }
  await open()
  card.getByRole('img', { name: securityMessages.qrCode })
  card.getByText('ABCD EFGH')
  card.getByRole('button', { name: uiMessages.cancel }).focus()
  await user.keyboard('{Enter}')
  await isFocused(securityMessages.addAuthenticator)

  await open()
  const factors = [factorOf()]
  answer(answersOnceVerified(answer, factors))
  await type(securityMessages.codeFromApp, '123456')
  await press(securityMessages.turnOn)
  await screen.findByText(securityMessages.factorAdded)
  await card.findByText(securityMessages.factorsOn)
  card.getByText(securityMessages.factorAddedOn({ kind: signInMessages.authenticatorApp, date: 'Jan 2, 2026' }))
})

test('a user whose sign-in settings did not load can set up two-step verification', async () => {
  const { card } = await openCard({ 'GET /auth/v1/settings': 503 })
  card.getByRole('button', { name: securityMessages.addAuthenticator })
})

test('a user adds a phone with the code of a text message', async () => {
  const { card, type, press, answer, sent } = await openCard({
    'POST /auth/v1/factors': { id: 'factor-1', type: 'phone', friendly_name: 'Phone', phone: '491701234567' },
    'POST /auth/v1/factors/factor-1/challenge': { id: 'challenge-1', type: 'phone', expires_at: 9_999_999_999 },
  })
  await press(securityMessages.addPhone)
  await type(securityMessages.phoneNumber, '+49 170 1234567')
  await press(signInMessages.continue)
  const factors = [factorOf({ factor_type: 'phone', friendly_name: 'Phone', phone: '491701234567' })]
  answer(answersOnceVerified(answer, factors))
  await card.findByLabelText(securityMessages.codeFromText)
  await type(securityMessages.codeFromText, '123456')
  await press(securityMessages.turnOn)
  await card.findByText(signInMessages.phoneTitle({ name: 'Phone', lastDigits: '567' }))
  expect(sent('POST /auth/v1/factors/factor-1/verify')).toMatchObject([{ code: '123456' }])
})

test('a user removes an authenticator app after a confirmation', async () => {
  const { card, press, answer } = await openCard(
    { 'DELETE /auth/v1/factors/factor-1': { id: 'factor-1' } },
    {
      factors: [factorOf()],
    },
  )
  await press(securityMessages.removeFactor({ name: signInMessages.authenticatorApp }))
  await press(securityMessages.keep)
  await press(securityMessages.removeFactor({ name: signInMessages.authenticatorApp }))
  answer({ [USER]: openedSession('buyer').user, 'POST /auth/v1/token': openedSession('buyer') })
  await press(securityMessages.confirmRemoveFactor({ name: signInMessages.authenticatorApp }))
  await screen.findByText(securityMessages.factorRemoved)
  await card.findByText(securityMessages.factorsOff)
  await isFocused(accountMessages.dashboard)
})

test('a user links accounts at further providers, and unlinks one', async () => {
  const email = { identity_id: 'i1', id: 'u', provider: 'email', identity_data: { email: 'buyer@example.com' } }
  const work = { identity_id: 'i2', id: 'w', provider: 'work', identity_data: { email: 'robin@example.com' } }
  const { card, press, answer } = await openCard(
    {
      'GET /auth/v1/settings': {
        ...SIGN_IN_SETTINGS,
        external: { ...SIGN_IN_SETTINGS.external, work: true, github: true },
        manual_linking_enabled: true,
      },
      'DELETE /auth/v1/user/identities/i2': {},
    },
    { identities: [email, work] },
  )
  const title =
    card
      .getByRole('button', { name: /^Unlink .*ork/ })
      .getAttribute('aria-label')
      ?.slice('Unlink '.length) ?? ''
  card.getByText('robin@example.com')
  card.getByRole('button', { name: securityMessages.link({ provider: 'GitHub' }) })
  expect(card.queryByRole('button', { name: securityMessages.link({ provider: title }) })).toBeNull()
  const without = { identities: [email] }
  answer({ [USER]: openedSession('buyer', without).user, 'POST /auth/v1/token': openedSession('buyer', without) })
  await press(securityMessages.unlinkProvider({ provider: title }))
  await screen.findByText(securityMessages.identityUnlinked)
  await card.findByRole('button', { name: securityMessages.link({ provider: title }) })
  expect(card.queryByRole('button', { name: securityMessages.unlinkProvider({ provider: 'Email' }) })).toBeNull()
})

test.each([
  ['?step=email-changed&message=half', signInMessages.emailChangeHalf],
  ['?step=email-changed&code=c', signInMessages.emailChangeDone],
  ['?step=identity-linked&code=c', signInMessages.identityLinked],
  ['?step=identity-linked&error=x&error_code=identity_already_exists', signInMessages.identityTaken],
])('a user who returns with %s reads “%s” on the previous page, still signed in', async (query, text) => {
  const session = openedSession('buyer')
  storeSession(session)
  const { store } = await openPage(`/authentication${query}&from=%2Fdashboard%3Ftab%3Dsecurity`, {
    answers: {
      'GET /auth/v1/settings': SIGN_IN_SETTINGS,
      [USER]: session.user,
      [DEVICES]: { sessions: [deviceOf()] },
      'POST /auth/v1/token': session,
      '*': 404,
    },
  })
  await screen.findByText(text)
  await waitFor(() => expect(location.pathname + location.search).toBe('/dashboard?tab=security'))
  expect(store.getState().auth.isAuthenticated).toBe(true)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['curl/8.5.0', 'Unknown device'],
  [null, 'Unknown device'],
])('names the device of %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
