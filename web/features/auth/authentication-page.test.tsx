// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { type Answers, openPage, refusal } from '../../test/open-page.tsx'

const form = () => document.querySelector('main form') as HTMLFormElement
const fieldOf = (label: string) => within(form()).getByLabelText(label)

/** The invalid fields and what describes each. */
function marked() {
  return Array.from(form().querySelectorAll('[aria-invalid=true]'), (field) => {
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
    return [field.getAttribute('name'), document.getElementById(described.at(-1) ?? '')?.textContent]
  })
}

/** In the form and as a toast. */
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

/** Opens the sign-up, where the address is not known. */
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
      await user.type(fieldOf(label), text)
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

test('the store has the status 409 and the text of a sign-up that was refused because there is such a user', async () => {
  const { send, store } = await openSignUp({ 'GET /rest/v1/users': [{ id: 'another' }] })
  await send()
  await says(accountMessages.userExists, ['email'])
  const refused = Object.values(store.getState().api.mutations).flatMap((call) => call?.error ?? [])
  expect(refused).toEqual([{ status: 409, data: expect.objectContaining({ message: accountMessages.userExists }) }])
})

test('a visitor who types two passwords that differ reads so at the second one', async () => {
  const { send } = await openSignUp({})
  await send('something else')
  await says(accountMessages.passwordsDoNotMatch, ['confirmation'])
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
  'B11: a user who is signed in already is not led on to another site, such as %s',
  async (from) => {
    await openPage(`/authentication?from=${encodeURIComponent(from)}`, { as: 'buyer', answers: { '*': 404 } })
    await waitFor(() => expect(location.href).toBe('http://localhost:3000/'))
  },
)
