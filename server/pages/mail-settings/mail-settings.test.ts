import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Activity, ActivityPage } from '../../../shared/audit/schema.ts'
import type { MailSettings, MailTest } from '../../../shared/mail/settings-schema.ts'
import { callAuth, makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call, refusedWith } from '../../../tests/support/api.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mail-server.ts'
import { openBeside, openForTests } from '../../../tests/support/open-for-tests.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { makeTasksDue } from '../../../tests/support/task-worker.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { saveServer } from './change-mail-settings.ts'

const PASSWORD = 'a password of the mail server'
const [first, second] = [await startMailServer(), await startMailServer()]
const market = await openForTests({ config: { messageGapSeconds: 0 } })
const beside = await openBeside(market, { config: { messageGapSeconds: 0 } })
const owner = await makeAdmin(market)
afterAll(() => Promise.all([first.close(), second.close()]))

const read = async (as: TestAccount = owner) =>
  (await call<MailSettings>(market, 'GET', '/api/admin/mail', { as })).body
const portOf = ({ url }: Pick<MailServer, 'url'>) => Number(new URL(url).port)
const change = async (method: 'PUT' | 'DELETE', path: string, body: object, as = owner, shop = market) =>
  call<MailSettings & { code: string; message: string }>(shop, method, `/api/admin/mail${path}`, {
    as,
    body: { revision: (await read()).revision, ...body },
  })
const serverAt = (port: number, more: object = {}) => ({
  host: '127.0.0.1',
  port,
  encryption: 'none',
  user: '',
  password: '',
  sender: 'shop@example.com',
  ...more,
})
const setServer = (port: number, more: object = {}) => change('PUT', '/server', serverAt(port, more))
const setTexts = (texts: object) => change('PUT', '', { sender_name: '', reply_to: '', footer: '', ...texts })
const tryIt = async () => (await call<MailTest>(market, 'POST', '/api/admin/mail/test', { as: owner })).body
const recover = ({ email }: TestAccount, shop: TestApp) => callAuth(shop, 'POST', '/recover', { body: { email } })
const actions = async () =>
  (await market.db.selectFrom('admin_actions').select(['action', 'to_value']).orderBy('action_number').execute()).map(
    ({ action, to_value }) => `${action}: ${to_value}`,
  )
const differences = () =>
  market.db.selectFrom('admin_changes').select(['before', 'after']).orderBy('action_number', 'desc').execute()

beforeEach(async () => {
  await change('DELETE', '/server', {})
  await setTexts({})
  await market.db.deleteFrom('admin_actions').execute()
})

test('a mail server set in the browser sends the mails of every process within a second, until it is removed', async () => {
  const user = await signUp(market)
  /** Requests mails until one arrives: other processes hear of a change a moment later. */
  const recoverUntil = async (shop: TestApp, count: () => number | Promise<number>) => {
    const before = await count()
    await expect.poll(async () => (await recover(user, shop)) && count()).toBeGreaterThan(before)
  }
  const inOutbox = async () => (await mailsTo(market, user)).length
  await recoverUntil(market, inOutbox)
  await setTexts({ sender_name: ' Corner Shop ', reply_to: 'Help@example.com', footer: 'Corner Shop Ltd\n1 Long Road' })
  for (const server of [first, second]) {
    expect((await setServer(portOf(server))).status).toBe(200)
    for (const shop of [market, beside]) await recoverUntil(shop, () => server.received.length)
    const mail = await server.mailTo(user.email)
    expect(mail.text).toContain('Corner Shop Ltd\n1 Long Road')
    expect(mail.html).toMatch(/Corner Shop Ltd\s*<br>1 Long Road/)
    expect(mail.headers).toEqual({ from: 'Corner Shop <shop@example.com>', replyTo: 'help@example.com' })
  }
  expect((await change('DELETE', '/server', {})).body).toMatchObject({ sends: false, server: null })
  for (const shop of [market, beside]) await recoverUntil(shop, inOutbox)
  const fields = 'host port encryption user sender'
  expect(await actions()).toEqual([
    'mail_texts: sender_name reply_to footer',
    `mail_server: ${fields}`,
    'mail_server: port',
    `mail_server: ${fields}`,
  ])
})

test('a mail that waits for a server is in the outbox once that server is removed', async () => {
  const user = await signUp(market)
  const silent = await startMailServer()
  await setServer(portOf(silent))
  await silent.close()
  const waiting = async () =>
    (await market.db.selectFrom('outgoing_messages').select('id').where('sent_at', 'is', null).execute()).length
  await expect.poll(async () => (await recover(user, market)) && waiting()).toBeGreaterThan(0)
  await change('DELETE', '/server', {})
  await expect.poll(async () => (await makeTasksDue(market.db)) ?? waiting()).toBe(0)
  expect(await mailsTo(market, user)).not.toEqual([])
})

test('F7: the password is encrypted, never sent back, and used only for the server and user that it was entered for', async () => {
  const staff = await makeAdmin(market)
  await setRows(market, 'users', { admin_rights: ['settings'] }, { id: staff.user_id })
  const mine = { user: 'shop', password: PASSWORD }
  const saved = await setServer(2525, mine)
  expect(saved.body).toMatchObject({
    server: { user: 'shop', has_password: true },
    server_saved_at: expect.any(String),
  })
  const row = await market.db.selectFrom('mail_settings').selectAll().executeTakeFirstOrThrow()
  for (const shown of [
    JSON.stringify([saved.body, await read()]),
    row.sealed_server?.toString('latin1'),
    JSON.stringify(await differences()),
  ])
    expect(shown).not.toContain(PASSWORD)
  expect(await read(staff)).toMatchObject({ sends: true, server: null })
  const recordedFor = async (as: TestAccount) => {
    const path = '/api/admin/activity'
    const { activities } = (await call<ActivityPage>(market, 'GET', `${path}?action=mail_server`, { as })).body
    return (await call<Activity>(market, 'GET', `${path}/${activities[0]?.action_number}`, { as })).body
  }
  expect(await recordedFor(owner)).toMatchObject({ difference: { after: { host: '127.0.0.1' } } })
  expect(await recordedFor(staff)).toEqual(expect.not.objectContaining({ difference: expect.anything() }))
  expect(await change('PUT', '/server', serverAt(2525), staff)).toMatchObject(refusedWith(403, 'owners_only'))
  const sameUser = { user: 'shop', password: undefined }
  expect((await setServer(2525, { ...sameUser, sender: 'other@example.com' })).body.server).toMatchObject({
    has_password: true,
  })
  expect(await differences()).toMatchObject([
    { before: { sender: 'shop@example.com' }, after: { sender: 'other@example.com' } },
    { before: null, after: { host: '127.0.0.1', port: 2525, encryption: 'none', user: 'shop', password: 'changed' } },
  ])
  // The guard of the route is asked before the transaction, in which the rights may have ended.
  const by = { admin_id: staff.user_id, now: new Date() }
  const late = saveServer(market.deps, by, { ...serverAt(2525), encryption: 'none', revision: (await read()).revision })
  await expect(late).rejects.toMatchObject({ code: 'owners_only' })
  for (const other of [{ host: 'evil.example' }, { port: 2526 }, { user: 'root' }, { encryption: 'tls' }])
    expect(await setServer(2525, { ...sameUser, ...other })).toMatchObject(
      refusedWith(400, 'mail_password_needed', { details: { field: 'password' } }),
    )
})

test('what is outdated or set in the environment changes nothing', async () => {
  const before = await read()
  const { revision } = before
  expect(await change('PUT', '', { ...before, revision: revision - 1 })).toMatchObject(
    refusedWith(409, 'newer_revision'),
  )
  expect(await call(market, 'POST', '/api/admin/mail/test', { as: owner })).toMatchObject(
    refusedWith(409, 'no_mail_server'),
  )
  const fixed = await openBeside(market, { config: { smtpUrl: first.url } })
  const refused = await change('PUT', '/server', serverAt(25), owner, fixed)
  expect(refused).toMatchObject(refusedWith(409, 'server_by_environment'))
  expect(await read()).toEqual(before)
})

/** Starts a mail server that behaves in a way; it is closed when the tests end. */
async function smtp(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ logger: false, ...options })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return (server.server.address() as AddressInfo).port
}
const refusing = await smtp({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Sender not allowed'), { responseCode: 550 })),
})
const locked = await smtp({
  disabledCommands: ['STARTTLS'],
  onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
})

test.each([
  ['accepted', portOf(first), {}, null],
  ['refused', refusing, {}, '550 Sender not allowed'],
  ['login_refused', locked, { user: 'shop', password: PASSWORD }, expect.stringContaining('535')],
  ['tls_failed', refusing, { encryption: 'starttls' }, expect.stringMatching(/^5\d\d/)],
  ['tls_failed', refusing, { encryption: 'tls' }, expect.stringContaining('SSL')],
  ['no_answer', 9, {}, 'ECONNREFUSED'],
] as const)('a test mail says %s', async (outcome, port, more, line) => {
  await setServer(port, more)
  expect(await tryIt()).toEqual({ outcome, to: owner.email, line })
  expect(JSON.stringify(await tryIt())).not.toContain(PASSWORD)
})
