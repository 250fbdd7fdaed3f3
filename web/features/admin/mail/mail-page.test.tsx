import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { conflictMessages } from '../../../../shared/kernel/conflict-messages.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { mailSettingsMessages } from '../../../../shared/mail/settings-messages.ts'
import type { MailSettings } from '../../../../shared/mail/settings-schema.ts'
import { hasUnsavedForm } from '../../../session/unsaved-forms.ts'
import { openPage, refusal } from '../../../test/open-page.tsx'

const SETTINGS: MailSettings = {
  revision: 3,
  sender_name: '',
  reply_to: '',
  footer: '',
  sender_by_environment: null,
  server_by_environment: false,
  sends: false,
  server: null,
  server_saved_at: null,
}
const SAVED: MailSettings = {
  ...SETTINGS,
  revision: 4,
  sends: true,
  server_saved_at: '2026-01-02T03:04:05.000Z',
  server: {
    host: 'mail.example',
    port: 587,
    encryption: 'starttls',
    user: 'shop',
    sender: 'shop@example.com',
    has_password: true,
  },
}
const GET = 'GET /api/admin/mail'
const SERVER = 'PUT /api/admin/mail/server'
const TEST = 'POST /api/admin/mail/test'

async function open(settings: MailSettings) {
  const page = await openPage('/admin/mail', { as: 'admin', answers: { [GET]: settings, '*': 404 } })
  const card = async (name: string) => within(await screen.findByRole('region', { name }))
  const type = async (label: string, text: string) => {
    const input = screen.getByLabelText(label)
    await page.user.clear(input)
    if (text) await page.user.type(input, text)
  }
  return { ...page, card, type }
}

test('an owner sets the mail server, whose password is not shown again, sees what others changed, and what a test mail came to', async () => {
  const { user, store, answer, sent, card, type } = await open(SETTINGS)
  const server = await card(mailSettingsMessages.serverHeading)
  server.getByText(mailSettingsMessages.none)
  expect(screen.queryByRole('button', { name: mailSettingsMessages.test })).toBeNull()
  const save = () => user.click(server.getByRole('button', { name: mailSettingsMessages.save }))
  await type(mailSettingsMessages.host, 'smtp://mail')
  await save()
  await server.findByText(mailSettingsMessages.hostMalformed)
  await type(mailSettingsMessages.host, 'mail.example')
  await type(mailSettingsMessages.port, '587')
  await user.selectOptions(screen.getByLabelText(mailSettingsMessages.encryption), 'starttls')
  await type(mailSettingsMessages.senderAddress, 'shop@example.com')
  await type(mailSettingsMessages.user, 'shop')
  await type(mailSettingsMessages.password, 'secret words')
  const response = Promise.withResolvers<MailSettings>()
  answer({ [SERVER]: () => response.promise })
  await save()
  await waitFor(() => expect(sent(SERVER)).toHaveLength(1))
  await type(mailSettingsMessages.user, 'shop2')
  response.resolve(SAVED)
  await screen.findByText(mailSettingsMessages.saved)
  expect(screen.getByLabelText<HTMLInputElement>(mailSettingsMessages.user).value).toBe('shop2')
  expect(store.dispatch(hasUnsavedForm())).toBe(true)
  await type(mailSettingsMessages.user, 'shop')
  const fields = { host: 'mail.example', port: 587, encryption: 'starttls', user: 'shop', sender: 'shop@example.com' }
  expect(sent(SERVER)).toEqual([{ ...fields, password: 'secret words', revision: 3 }])
  expect(screen.getByLabelText<HTMLInputElement>(mailSettingsMessages.password).value).toBe('')

  await server.findByRole('button', { name: mailSettingsMessages.remove })
  await type(mailSettingsMessages.host, 'other.example')
  answer({ [SERVER]: refusal(400, 'mail_password_needed', 'No', { field: 'password' }) })
  await save()
  await server.findByText(mailSettingsMessages.passwordAgain)
  expect(screen.getByLabelText(mailSettingsMessages.password).getAttribute('aria-invalid')).toBe('true')
  expect(sent(SERVER).at(-1)).toEqual({ ...fields, host: 'other.example', revision: 4 })

  // Another owner changes the server, and an admin the texts.
  const theirs = { ...SAVED, revision: 6, footer: 'Their Ltd', server: { ...fields, port: 465, has_password: true } }
  answer({ [SERVER]: refusal(409, 'newer_revision'), [GET]: theirs })
  await save()
  await server.findByRole('row', { name: `${mailSettingsMessages.port} 587 465` })
  await user.click(server.getByRole('button', { name: conflictMessages.keepMine }))
  answer({ [SERVER]: { ...theirs, revision: 7, server: { ...theirs.server, host: 'other.example', port: 587 } } })
  await save()
  await waitFor(() => expect(sent(SERVER).at(-1)).toMatchObject({ host: 'other.example', port: 587, revision: 6 }))
  await type(mailSettingsMessages.host, 'third.example')
  expect(server.queryByRole('table')).toBeNull()
  // The form of the texts has the earlier footer.
  const PUT = 'PUT /api/admin/mail'
  answer({ [PUT]: refusal(409, 'newer_revision') })
  const texts = await card(mailSettingsMessages.textsHeading)
  await user.click(texts.getByRole('button', { name: mailSettingsMessages.save }))
  await texts.findByRole('cell', { name: 'Their Ltd' })
  expect(sent(PUT)).toMatchObject([{ footer: '', revision: 3 }])

  const trial = await card(mailSettingsMessages.testHeading)
  const press = () => user.click(trial.getByRole('button', { name: mailSettingsMessages.test }))
  answer({ [TEST]: { outcome: 'login_refused', to: 'admin@example.com', line: '535 No' } })
  await press()
  await trial.findByText(mailSettingsMessages.outcomes.login_refused)
  trial.getByText(mailSettingsMessages.line({ line: '535 No' }))
  answer({ [TEST]: { outcome: 'no_answer', to: 'admin@example.com', line: 'ECONNREFUSED' } })
  await press()
  await trial.findByText(mailSettingsMessages.fault({ line: 'ECONNREFUSED' }))
  answer({ [TEST]: { outcome: 'accepted', to: 'admin@example.com', line: null } })
  await press()
  await trial.findByText(mailSettingsMessages.accepted({ to: 'admin@example.com' }))
  answer({ [TEST]: 500 })
  await press()
  await trial.findByText(mailSettingsMessages.testFailed({ reason: uiMessages.unexpectedError }))
})

test('texts that were changed elsewhere are shown and not overwritten unseen, and what the environment sets is said', async () => {
  const sender = 'Shop <shop@example.com>'
  const page = await open({ ...SETTINGS, sender_by_environment: sender, server_by_environment: true, sends: true })
  const texts = await page.card(mailSettingsMessages.textsHeading)
  texts.getByText(mailSettingsMessages.senderSet({ sender }))
  ;(await page.card(mailSettingsMessages.serverHeading)).getByText(mailSettingsMessages.byEnvironment)
  expect(screen.queryByLabelText(mailSettingsMessages.host)).toBeNull()
  await page.type(mailSettingsMessages.footer, 'Shop Ltd')
  const theirs = { ...SETTINGS, revision: 9, footer: 'Their Ltd' }
  page.answer({ 'PUT /api/admin/mail': refusal(409, 'newer_revision'), [GET]: theirs })
  const save = () => page.user.click(texts.getByRole('button', { name: mailSettingsMessages.save }))
  await save()
  await texts.findByRole('row', { name: `${mailSettingsMessages.footer} Shop Ltd Their Ltd` })
  expect(screen.queryByText(/[Rr]eload/)).toBeNull()
  page.answer({ 'PUT /api/admin/mail': { ...theirs, revision: 10, footer: 'Shop Ltd' } })
  await page.user.click(texts.getByRole('button', { name: conflictMessages.keepMine }))
  await save()
  const sent = () => page.sent('PUT /api/admin/mail')
  await waitFor(() => expect(sent()).toMatchObject([{ revision: 3 }, { footer: 'Shop Ltd', revision: 9 }]))
})

test('what was typed is saved on the revision that was read, and restored without what others changed meanwhile', async () => {
  const page = await open(SETTINGS)
  await page.card(mailSettingsMessages.textsHeading)
  await page.type(mailSettingsMessages.footer, 'Shop Ltd')
  const theirs = { ...SETTINGS, revision: 9, sender_name: 'Their shop' }
  page.answer({ [GET]: theirs })
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(page.sent(GET)).toHaveLength(2))
  const save = async () => {
    const texts = await page.card(mailSettingsMessages.textsHeading)
    await page.user.click(texts.getByRole('button', { name: mailSettingsMessages.save }))
  }
  await save()
  const { sender_name, reply_to } = SETTINGS
  const PUT = 'PUT /api/admin/mail'
  await waitFor(() => expect(page.sent(PUT)).toEqual([{ sender_name, reply_to, footer: 'Shop Ltd', revision: 3 }]))

  await open(theirs)
  const value = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value
  expect(await value(mailSettingsMessages.footer)).toBe('Shop Ltd')
  expect(await value(mailSettingsMessages.senderName)).toBe('Their shop')
})
