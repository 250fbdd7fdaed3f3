import { describe, expect, test } from 'vitest'
import { callAuth, signUp } from '../../../tests/support/accounts.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { createOutbox, type OutboxMessage } from './outbox.ts'
import { type MailTemplate, renderMail } from './templates.ts'

const testApp = await openForTests()
const { email } = await signUp(testApp)
await callAuth(testApp, 'POST', '/recover', { body: { email } })

const open = (path: string, more: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  testApp.app.inject({ url: path, ...more })
const json = { accept: 'application/json' }
const newest = async () => (await open('/outbox', { headers: json })).json<{ messages: OutboxMessage[] }>().messages[0]

test('without a mail server mails are in the outbox at once: in the list, as pages and as JSON', async () => {
  const message = await newest()
  expect(message).toMatchObject({
    channel: 'mail',
    message: { to: email, subject: 'Reset your password', text: expect.stringContaining('/verify?token=') },
  })
  const list = await open('/outbox')
  expect(list.headers['content-type']).toContain('text/html')
  expect(list.headers['cache-control']).toBe('no-store')
  expect(list.body).toContain(`<a href="/outbox/${message?.id}">Reset your password</a>`)
  const one = await open(`/outbox/${message?.id}`)
  const link = /href="(http[^"]+verify[^"]+)"/.exec(one.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const opened = await open(new URL(link).pathname + new URL(link).search)
  expect([opened.statusCode, opened.body]).toEqual([200, expect.stringContaining('<h1>Reset your password</h1>')])
  expect((await open(`/outbox/${message?.id}`, { headers: json })).json()).toEqual(message)
  const page = await open(`/outbox/${message?.id}/html`)
  expect(page.body).toContain('Choose a new password')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
})

test.each([
  ['from another machine', { remoteAddress: '192.0.2.7' }],
  ['by a foreign host name that resolves to this machine', { headers: { host: 'evil.example' } }],
  ['through an untrusted proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
  ['through a proxy with another header', { headers: { via: '1.1 proxy' } }],
])('B10: it cannot be read %s', async (_how, request) => {
  expect((await open('/outbox', request)).statusCode).toBe(404)
})

// A proxy may send a local name and no forwarding header: then nothing in the request shows its origin.
test.each([
  ['an external database', { databaseUrl: 'postgres://elsewhere.example/x' }],
  ['a public address', { siteUrl: 'https://shop.example' }],
  ['a server that listens to other machines', { host: '0.0.0.0' }],
])('F11: with %s there is no outbox for any request', async (_what, config) => {
  const { connection } = testApp
  const other = await openForTests({ config, database: { connection, drop: async () => {} } })
  const id = (await newest())?.id
  const paths = ['/outbox', `/outbox/${id}`, `/outbox/${id}/html`]
  const responses = await Promise.all(
    paths.map((url) => other.app.inject({ url, headers: { host: '127.0.0.1:3000' }, remoteAddress: '127.0.0.1' })),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
})

test('the outbox skips messages that were encrypted with earlier keys', async () => {
  const secrets = { ...testApp.deps.secrets, apiKeySecret: 'another secret, as after new keys 81' }
  expect(await createOutbox(testApp.db, secrets).list()).toEqual([])
  expect(await createOutbox(testApp.db, secrets).read((await newest())?.id ?? '')).toBeUndefined()
})

const site = { siteUrl: 'https://shop.example', languages: ['en' as const] }

describe('E6: user input is plain text in every mail', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&'
  const data = { code: '1', link: 'https://x/?a=1&b=2', minutes: 1, new_email: hostile, factor: hostile }
  test.each<MailTemplate>([
    ...(['confirm', 'magic_link', 'recovery', 'email_change', 'reauthentication'] as const),
    ...(['password_changed', 'email_changed', 'factor_added', 'factor_removed'] as const),
  ])('%s', (template) => {
    const { subject, text, html } = renderMail(template, data, site)
    expect(subject).not.toMatch(/[<\r\n]/)
    expect(html).not.toContain('<img')
    expect(html).toContain(`<title>${subject}</title>`)
    expect(text).toContain('https://shop.example')
    expect(text).not.toContain('&amp;')
  })
})

test('only mails about orders say that no real money moves', () => {
  const data = { subject: 'News', lead: 'Something happened.' }
  const note = 'Test mode: no real money moves.'
  const sandbox = renderMail('order_update', data, { ...site, payments: 'sandbox' })
  expect(sandbox.text).toContain(note)
  expect(sandbox.html).toContain(note)
  const off = renderMail('order_update', data, { ...site, payments: 'off' })
  expect(off.text).not.toContain(note)
  expect(off.text).toContain('Not paid here: buyer and seller agree on the payment.')
  expect(renderMail('order_update', data, { ...site, payments: 'stripe' }).text).not.toContain('Not paid here')
  expect(renderMail('password_changed', {}, { ...site, payments: 'sandbox' }).html).not.toContain(note)
})
