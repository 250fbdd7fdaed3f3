import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { setupErrors } from '../../../shared/auth/errors.ts'
import { authFieldMessages } from '../../../shared/auth/form-messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { setupMessages } from '../../../shared/auth/setup-messages.ts'
import { SIGN_IN_SETTINGS } from '../../test/account-fixtures.ts'
import { type Answers, openPage, refusal } from '../../test/open-page.tsx'

const TOKEN = 'K7QM-ABCD'
const FIELDS = {
  display_name: accountMessages.displayName,
  email: signInMessages.email,
  password: signInMessages.password,
}

async function open(path: string, answers: Answers = {}) {
  const page = await openPage(path, {
    site: { setup: true },
    answers: { 'GET /auth/v1/settings': SIGN_IN_SETTINGS, '*': 404, ...answers },
  })
  const type = async (label: string, text: string) => {
    await page.user.clear(screen.getByLabelText(label))
    await page.user.type(screen.getByLabelText(label), text)
  }
  const submit = () => page.user.click(screen.getByRole('button', { name: setupMessages.submit }))
  const fill = async () => {
    for (const [name, label] of Object.entries(FIELDS)) await type(label, `${name}@example.com`)
  }
  return { ...page, type, fill, submit }
}

const codeField = () => screen.getByLabelText<HTMLInputElement>(setupMessages.token)
const wrongFields = () =>
  Array.from(document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]'), ({ name }) => name)

test('a missing code is asked for; wrong codes and weak passwords are errors of their fields, and the input stays', async () => {
  const { type, fill, submit, answer } = await open('/setup', {
    'POST /api/setup': refusal(403, 'setup_token_wrong'),
  })
  await fill()
  await submit()
  await screen.findAllByText(authFieldMessages.setupTokenNeeded)
  expect(wrongFields()).toEqual(['token'])
  await type(setupMessages.token, 'wrong')
  await submit()
  await screen.findAllByText(setupErrors.setup_token_wrong.text)
  expect(wrongFields()).toEqual(['token'])
  answer({ 'POST /api/setup': refusal(422, 'weak_password') })
  await submit()
  await screen.findAllByText(setupErrors.weak_password.text)
  expect(wrongFields()).toEqual(['password'])
  expect(codeField().value).toBe('wrong')
})

test('a second person sees that the marketplace has its admin', async () => {
  const { fill, submit } = await open(`/setup#${TOKEN}`, { 'POST /api/setup': refusal(404, 'setup_done') })
  await fill()
  await submit()
  await screen.findAllByText(setupErrors.setup_done.text)
})
