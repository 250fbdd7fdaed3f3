import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountFieldMessages } from '../../../shared/accounts/form-messages.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { authFieldMessages } from '../../../shared/auth/form-messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { shownMarket, standardMarket } from '../../../shared/market/footer.ts'
import { SIGN_IN_SETTINGS } from '../../test/account-fixtures.ts'
import { type Answers, openPage, refusal, sessionOf } from '../../test/open-page.tsx'

const form = () => document.querySelector('main form') as HTMLFormElement
const fieldOf = (label: string) => within(form()).getByLabelText<HTMLInputElement>(label)
/** The errors that the form shows. */
const alerts = () =>
  within(form())
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
const nowSays = (texts: readonly string[]) => waitFor(() => expect(alerts()).toEqual(texts))

/** The invalid fields with their descriptions. */
function marked() {
  return Array.from(form().querySelectorAll('[aria-invalid=true]'), (field) => {
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
    return [field.getAttribute('name'), document.getElementById(described.at(-1) ?? '')?.textContent]
  })
}

/** Expects the text in the form and as a toast. */
async function says(text: string, fields: string[] = []) {
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
  expect(
    within(form())
      .getAllByRole('alert')
      .map((alert) => alert.textContent)
      .join(),
  ).toContain(text)
  expect(marked()).toEqual(fields.map((name) => [name, text]))
}

/** Opens the sign-up for an email address without an account. */
async function openSignUp(answers: Answers) {
  const { user, store } = await openPage('/authentication', {
    answers: { 'GET /auth/v1/settings': 404, 'GET /rest/v1/users': [], ...answers },
  })
  await user.click(screen.getByRole('button', { name: accountMessages.toSignUp }))
  const send = async (confirmation = 'a long phrase') => {
    for (const [label, text] of [
      [accountMessages.displayName, 'Ada'],
      [signInMessages.email, 'Ada@Example.com'],
      [signInMessages.password, 'a long phrase'],
      [signInMessages.confirmPassword, confirmation],
    ] as const) {
      await user.clear(fieldOf(label))
      await user.paste(text)
    }
    await user.click(screen.getByRole('button', { name: accountMessages.signUpButton }))
  }
  return { store, send }
}

test.each<[string, Answers, string[]]>([
  [accountMessages.userExists, { 'GET /rest/v1/users': [{ id: 'another' }] }, ['email']],
  [accountMessages.userExists, { 'POST /auth/v1/signup': refusal(422, 'user_already_exists') }, ['email']],
  [accountMessages.checkUserFailed, { 'GET /rest/v1/users': 500 }, []],
  [accountMessages.signUpFailed, { 'POST /auth/v1/signup': () => new Response('{}', { status: 502 }) }, []],
  [
    accountMessages.signInAfterSignUpFailed,
    { 'POST /auth/v1/signup': { id: 'new', identities: [{}] }, 'POST /auth/v1/token': 400 },
    [],
  ],
])('a visitor who cannot sign up reads in the form and in a toast: %s', async (text, answers, fields) => {
  const { send } = await openSignUp(answers)
  await send()
  await says(text, fields)
})

test('a visitor who wants to sell opens the sign-up of sellers', async () => {
  await openPage('/authentication?role=seller', { answers: { 'GET /auth/v1/settings': SIGN_IN_SETTINGS } })
  await screen.findByRole('heading', { name: accountMessages.signUpHeading })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: accountMessages.roles.seller }).checked).toBe(true)
})

test('a sign-up that is refused because the user exists leaves the status 409 and its text in the store', async () => {
  const { send, store } = await openSignUp({ 'GET /rest/v1/users': [{ id: 'another' }] })
  await send()
  await says(accountMessages.userExists, ['email'])
  const refused = Object.values(store.getState().api.mutations).flatMap((call) => call?.error ?? [])
  expect(refused).toEqual([{ status: 409, data: expect.objectContaining({ message: accountMessages.userExists }) }])
})

test.each<[string, unknown, string[]]>([
  [
    'Invalid login credentials',
    refusal(400, 'invalid_credentials', 'Invalid login credentials'),
    ['email', 'password'],
  ],
  ['Out of order', refusal(500, 'unexpected_failure', 'Out of order'), []],
  [accountMessages.signInFailed, () => new Response('{}', { status: 502 }), []],
])('a visitor who cannot sign in reads in the form and in a toast: %s', async (text, answer, fields) => {
  const { user } = await openPage('/authentication', {
    answers: { 'GET /auth/v1/settings': 404, 'POST /auth/v1/token': answer },
  })
  await user.type(fieldOf(signInMessages.email), 'ada@example.com')
  await user.type(fieldOf(signInMessages.password), 'not the password')
  await user.click(screen.getByRole('button', { name: accountMessages.signInButton }))
  await says(text, fields)
})

test.each(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example'])(
  'B11: a signed-in user is not redirected to another site, such as %s',
  async (from) => {
    await openPage(`/authentication?from=${encodeURIComponent(from)}`, { as: 'buyer', answers: { '*': 404 } })
    await waitFor(() => expect(location.href).toBe('http://localhost:3000/'))
  },
)

const { displayName } = accountMessages
const { email, password, confirmPassword } = signInMessages

test('a visitor finds the fields in the specified order, and no other sign-in methods without providers', async () => {
  const { user } = await openPage('/authentication', { answers: { 'GET /auth/v1/settings': SIGN_IN_SETTINGS } })
  const labels = () => Array.from(form().querySelectorAll('label'), ({ textContent }) => textContent)
  expect(labels()).toEqual(['Email', 'Password'])
  await user.click(screen.getByRole('button', { name: accountMessages.toSignUp }))
  expect(labels()).toEqual(['Display Name', 'Email', 'Password', 'Confirm Password', 'Buyer', 'Seller'])
  expect(screen.queryByRole('list', { name: signInMessages.otherWays })).toBeNull()
})

test('a visitor who signs up reads the error of each field before anything is sent', async () => {
  const { user, calls } = await openPage('/authentication', { answers: { 'GET /auth/v1/settings': SIGN_IN_SETTINGS } })
  await user.click(screen.getByRole('button', { name: accountMessages.toSignUp }))
  const type = async (label: string, text: string) => {
    await user.clear(fieldOf(label))
    await user.paste(text)
  }
  const submit = () => user.click(screen.getByRole('button', { name: accountMessages.signUpButton }))
  await submit()
  const { displayNameNeeded, emailNeeded, emailMalformed } = accountFieldMessages
  const { passwordNeeded, passwordTooShort, confirmationNeeded } = authFieldMessages
  await nowSays([displayNameNeeded, emailNeeded, passwordNeeded, confirmationNeeded])
  await waitFor(() => expect(document.activeElement).toBe(fieldOf(displayName)))

  await type(displayName, 'Ada')
  await type(email, 'ada')
  await type(password, 'short')
  await type(confirmPassword, 'shorter')
  await nowSays([emailMalformed, passwordTooShort({ length: 8 }), accountMessages.passwordsDoNotMatch])
  await type(email, 'ada@example.com')
  await type(password, 'a long enough phrase')
  await nowSays([accountMessages.passwordsDoNotMatch])
  await submit()
  await waitFor(() => expect(screen.getAllByText(accountMessages.passwordsDoNotMatch)).toHaveLength(2))
  expect(calls.filter(({ path }) => /signup|token|users/.test(path))).toEqual([])

  // The password is corrected to match, not its confirmation.
  await type(confirmPassword, 'a longer phrase')
  await type(password, 'a longer phrase')
  await nowSays([])
})

test('a visitor whose sign-up does not reach the server keeps the input, also after a switch to the sign-in and back', async () => {
  const { user } = await openPage('/authentication', {
    answers: { 'GET /auth/v1/settings': 404, 'GET /rest/v1/users': () => Promise.reject(new TypeError('offline')) },
  })
  await user.click(screen.getByRole('button', { name: accountMessages.toSignUp }))
  const typed = { [displayName]: 'Ada', [email]: 'ada@example.com', [password]: 'a long phrase' }
  for (const [label, text] of Object.entries({ ...typed, [confirmPassword]: 'a long phrase' }))
    await user.type(fieldOf(label), text)
  await user.click(fieldOf(accountMessages.roles.seller))
  await user.click(screen.getByRole('button', { name: accountMessages.signUpButton }))
  await waitFor(() => expect(alerts().join()).toContain(accountMessages.checkUserFailed))
  await user.click(screen.getByRole('button', { name: accountMessages.toSignIn }))
  await user.click(screen.getByRole('button', { name: accountMessages.toSignUp }))
  for (const [label, text] of Object.entries(typed)) expect(fieldOf(label).value).toBe(text)
  expect(fieldOf(accountMessages.roles.seller).checked).toBe(true)
})

test('a visitor who leaves a field reads its error, without a toast, until it is corrected in any field that it concerns', async () => {
  const { user } = await openPage('/authentication', { answers: { 'GET /auth/v1/settings': 404 } })
  await user.click(screen.getByRole('button', { name: accountMessages.toSignUp }))
  await user.click(fieldOf(email))
  await user.tab()
  await user.type(fieldOf(email), 'ada at example')
  await user.tab()
  await nowSays([accountFieldMessages.emailMalformed])
  expect(fieldOf(email).getAttribute('aria-invalid')).toBe('true')
  await user.clear(fieldOf(email))
  await user.type(fieldOf(email), 'ada@example.com')
  await nowSays([])
  await user.type(fieldOf(password), 'a long phrase')
  await user.type(fieldOf(confirmPassword), 'a long phrase!')
  await user.click(fieldOf(email))
  await nowSays([accountMessages.passwordsDoNotMatch])
  await user.type(fieldOf(password), '!')
  await nowSays([])
  expect(document.querySelectorAll('main ~ * [role=alert]')).toHaveLength(0)
})

test('a visitor shows and hides each of the two passwords separately', async () => {
  const { user } = await openPage('/authentication', { answers: { 'GET /auth/v1/settings': 404 } })
  await user.click(screen.getByRole('button', { name: accountMessages.toSignUp }))
  const types = () => [fieldOf(password).type, fieldOf(confirmPassword).type]
  await user.type(fieldOf(password), 'a long phrase')
  expect(types()).toEqual(['password', 'password'])
  await user.click(screen.getAllByRole('button', { name: uiMessages.show })[0] as HTMLElement)
  expect(types()).toEqual(['text', 'password'])
  await user.click(screen.getByRole('button', { name: uiMessages.hide }))
  expect(types()).toEqual(['password', 'password'])
  expect(fieldOf(password).value).toBe('a long phrase')
})

test('when the rules of the form cannot be loaded, the server alone checks the input', async () => {
  const { user } = await openPage('/authentication', {
    answers: {
      'GET /auth/v1/settings': 404,
      'POST /auth/v1/token': refusal(400, 'invalid_credentials', 'Invalid login credentials'),
    },
  })
  window.loadCode = (load) => (`${load}`.includes('form-schema') ? Promise.reject(new TypeError('not loaded')) : load())
  await user.type(fieldOf(email), 'no address')
  await user.type(fieldOf(password), 'x')
  await user.click(screen.getByRole('button', { name: accountMessages.signInButton }))
  await says('Invalid login credentials', ['email', 'password'])
})

test('a visitor requests a code without learning whether the address has an account, and can have it sent again', async () => {
  const { user, sent } = await openPage('/authentication?step=email-code', { answers: { 'POST /auth/v1/otp': {} } })
  await user.type(await screen.findByLabelText(email), 'ADA@example.com')
  await user.click(screen.getByRole('button', { name: signInMessages.sendEmail }))
  await screen.findByText(signInMessages.codeSent)
  expect(fieldOf(signInMessages.code).getAttribute('autocomplete')).toBe('one-time-code')
  await user.click(screen.getByRole('button', { name: signInMessages.sendAgain }))
  await waitFor(() => expect(screen.getAllByText(signInMessages.codeSent)).toHaveLength(2))
  expect(sent('POST /auth/v1/otp')).toEqual(
    [1, 2].map(() => expect.objectContaining({ email: 'ada@example.com', create_user: false })),
  )
})

test('a visitor reads that a code is wrong; spaces in a pasted code are removed', async () => {
  const { user, sent } = await openPage('/authentication?step=email-code', {
    answers: { 'POST /auth/v1/otp': {}, 'POST /auth/v1/verify': refusal(403, 'otp_expired') },
  })
  await user.type(await screen.findByLabelText(email), 'ada@example.com')
  await user.click(screen.getByRole('button', { name: signInMessages.sendEmail }))
  await user.click(await screen.findByLabelText(signInMessages.code))
  await user.paste(' 123 456 ')
  expect(fieldOf(signInMessages.code).value).toBe('123456')
  await user.keyboard('{Enter}')
  await says(signInMessages.codeWrong, ['code'])
  expect(sent('POST /auth/v1/verify')).toMatchObject([{ token: '123456' }])
})

test('an error text in an address is never shown', async () => {
  await openPage('/authentication#error=server_error&error_description=Please+call+555+0100', { answers: { '*': 404 } })
  await waitFor(() => expect(alerts().join()).toContain(signInMessages.linkFailed))
  expect(document.body.textContent).not.toContain('555 0100')
  expect(location.hash).toBe('')
})

test('a link with another user’s session does not replace the current session', async () => {
  const { access_token, refresh_token } = sessionOf('seller')
  const tokens = `access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer`
  const { store } = await openPage(`/authentication#${tokens}`, {
    as: 'buyer',
    answers: { 'GET /auth/v1/user': sessionOf('seller').user, '*': 404 },
  })
  await screen.findByText(signInMessages.linkOfOther)
  expect(store.getState().auth.user?.id).toBe('buyer-1')
})

async function lineOnSignUp(slugs: string[]): Promise<string[]> {
  const pages = slugs.map((slug) => ({ slug, title: slug, in_footer: false }))
  const market = shownMarket({ ...standardMarket(), ...(slugs.length && { pages }) })
  const { user } = await openPage('/authentication', { answers: { '*': 404 }, site: { market } })
  await user.click(await screen.findByRole('button', { name: accountMessages.toSignUp }))
  await screen.findByRole('heading', { name: accountMessages.signUpHeading })
  return screen.queryAllByText(/^By signing up/).map(({ textContent }) => textContent ?? '')
}

test('a visitor who signs up reads what they agree to, as far as it is published', async () => {
  expect(await lineOnSignUp([])).toEqual([])
  expect(await lineOnSignUp(['about', 'privacy'])).toEqual(['By signing up you agree to the privacy policy.'])
  expect(await lineOnSignUp(['terms', 'privacy'])).toEqual([
    'By signing up you agree to the terms and the privacy policy.',
  ])
  expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms')
})
