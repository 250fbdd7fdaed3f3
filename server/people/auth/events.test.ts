import type { FastifyBaseLogger } from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import { callAuth, makeAdmin, readUser, refresh, signIn, signUp } from '../../../tests/support/accounts.ts'
import { call, checkout } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { messageTo } from '../../../tests/support/outbox.ts'
import { buildProduct } from '../../../tests/support/products.ts'

let lines: Record<string, unknown>[] = []
let offsetMs = 0
// The lines of requests are written without the logger, in batches.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    const written = String(text).split('\n')
    lines.push(...written.filter((line) => line.includes('"event":"request"')).map((line) => JSON.parse(line)))
    return true
  })
})
const testApp = await openForTests({
  config: { rateLimits: true, logLevel: 'info' },
  deps: {
    clock: () => new Date(Date.now() + offsetMs),
    // Records every other log line, whatever its level.
    install: async (app) => {
      app.setChildLoggerFactory((logger) => {
        const keep = (line: Record<string, unknown>) => void lines.push(line)
        const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, keep])
        return Object.assign(Object.create(logger) as FastifyBaseLogger, Object.fromEntries(levels))
      })
    },
  },
})

test('F7: results of sign-in are events; addresses, passwords and tokens stay out of the log', async () => {
  lines = []
  const account = await signUp(testApp)
  const { user_id, email, password, token, refresh_token, headers } = account
  const secrets = [email, password, token, refresh_token]
  await signIn(testApp, { email, password: 'a wrong long phrase' })
  const { body } = await signIn(testApp, account)
  secrets.push('a wrong long phrase', body.access_token, body.refresh_token)
  await refresh(testApp, body.refresh_token)
  offsetMs = 11_000
  await refresh(testApp, body.refresh_token)
  offsetMs = 0
  secrets.push('an even longer phrase')
  await callAuth(testApp, 'PUT', '/user', { body: { password: 'an even longer phrase' }, headers })
  await callAuth(testApp, 'POST', '/logout?scope=global', { headers })
  await readUser(testApp, token)
  await testApp.app.inject({ url: `/rest/v1/users?email=eq.${email}`, headers })

  const events = lines.filter(({ event }) => event !== 'request')
  expect(events).toEqual([
    { event: 'signed_up', user_id, role: 'buyer' },
    { event: 'sign_in_failed', code: 'invalid_credentials', account: expect.any(String) },
    expect.objectContaining({ event: 'refused', code: 'invalid_credentials', status: 400 }),
    { event: 'signed_in', user_id, method: 'password' },
    { event: 'refresh_token_reused', user_id, session_id: expect.any(String) },
    expect.objectContaining({ event: 'refused', code: 'refresh_token_already_used' }),
    { event: 'password_changed', user_id, sessions_ended: 0 },
    { event: 'signed_out', user_id, scope: 'global', sessions_ended: 1 },
    expect.objectContaining({ event: 'refused', code: 'session_not_found', status: 403 }),
  ])
  const log = JSON.stringify(lines)
  for (const secret of secrets) expect(log).not.toContain(secret)
  expect(log).not.toContain(testApp.deps.secrets.apiKey)
})

test('F7: a refused request has one log line for the request and one for the refusal', async () => {
  const { user_id, headers } = await signUp(testApp)
  lines = []
  const response = await testApp.app.inject({ method: 'POST', url: '/rest/v1/orders', headers, payload: checkout })
  expect(response.statusCode).toBe(409)
  await expect
    .poll(() => lines.filter(({ status }) => status === 409))
    .toEqual([
      { event: 'refused', code: 'cart_empty', status: 409, user_id },
      expect.objectContaining({ event: 'request', method: 'POST', route: '/rest/v1/orders', user_id }),
    ])
})

test('F7: an admin’s action is an event with the admin, the action and the user', async () => {
  const [admin, { user_id }, { product_id }] = await Promise.all([
    makeAdmin(testApp),
    signUp(testApp),
    buildProduct(testApp),
  ])
  const { user_id: admin_id } = admin
  const act = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    call(testApp, method, `/api/admin/${path}`, { as: admin, body })
  lines = []
  await act('PATCH', `products/${product_id}`, { flash_sale: true })
  await act('DELETE', `products/${product_id}`)
  await act('POST', 'products/restore', { product_ids: [product_id] })
  await act('POST', `users/${user_id}/suspend`)
  await act('POST', `users/${user_id}/reinstate`)
  expect(lines.filter(({ event }) => event !== 'request')).toMatchObject([
    { event: 'flash_sale_changed', admin_id, product_ids: [product_id] },
    { event: 'products_deleted', admin_id, product_ids: [product_id] },
    { event: 'products_restored', admin_id, product_ids: [product_id] },
    { event: 'user_suspended', admin_id, user_id },
    { event: 'user_reinstated', admin_id, user_id },
  ])
})

test('F7: a reached rate limit is an event', async () => {
  lines = []
  for (let call = 0; call < 31; call++) await callAuth(testApp, 'POST', '/signup', { body: {} })
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'refused', code: 'over_request_rate_limit', status: 429 }),
  )
})

test('F7: codes and links, and the addresses they go to, stay out of the log', async () => {
  lines = []
  const email = 'codes-and-links@example.com'
  await callAuth(testApp, 'POST', '/otp', { body: { email } })
  const { code, ...mail } = await messageTo(testApp, email)
  const link = new URL(mail.link)
  const wrong = code === '000000' ? '000001' : '000000'
  await callAuth(testApp, 'POST', '/verify', { body: { type: 'email', email, token: wrong } })
  await testApp.app.inject({ url: link.pathname + link.search })
  const press = () =>
    testApp.app.inject({
      method: 'POST',
      url: link.pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: link.searchParams.toString(),
    })
  const { headers } = await press()
  const fragment = new URLSearchParams(new URL(String(headers.location)).hash.slice(1))
  await press()
  const events = lines.map(({ event }) => event)
  expect(events.filter((event) => event === 'verify_failed')).toHaveLength(2)
  expect(events).toContain('signed_in')
  const token = link.searchParams.get('token')
  const secrets = [email, code, wrong, token, fragment.get('access_token'), fragment.get('refresh_token')]
  for (const secret of secrets) {
    expect(secret).toBeTruthy()
    expect(JSON.stringify(lines)).not.toContain(String(secret))
  }
})
