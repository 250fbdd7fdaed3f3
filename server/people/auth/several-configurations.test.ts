import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, signUp } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

// Differently configured marketplaces in one process are independent.
let plain: TestApp
let strict: TestApp

beforeAll(async () => {
  plain = await createTestApp({ config: { passwordMinLength: 6, commonPasswordsRefused: false } })
  strict = await createTestApp({
    config: {
      passwordMinLength: 16,
      anonymous: true,
      phone: true,
      signUp: false,
      messagesPerHour: { email: 2, sms: 1 },
      manualLinking: true,
      mfa: { totp: false, phone: false },
    },
  })
})
afterAll(async () => {
  await plain.close()
  await strict.close()
})

test('each follows its own settings', async () => {
  const body = { email: 'kim@example.com', password: 'sesame' }
  expect((await callAuth(plain, 'POST', '/signup', { body })).status).toBe(200)
  expect(await callAuth(strict, 'POST', '/signup', { body })).toMatchObject({
    status: 422,
    body: { code: 'signup_disabled' },
  })
  const signIn = (server: TestApp) => callAuth(server, 'POST', '/token?grant_type=password', { body })
  expect((await signIn(plain)).status).toBe(200)
  expect((await signIn(strict)).status).toBe(400)
})

test('B7: messages per hour are limited for all users together, counted for unknown addresses, too', async () => {
  const recover = (server: TestApp, email: string) => callAuth(server, 'POST', '/recover', { body: { email } })
  const text = (phone: string) => callAuth(strict, 'POST', '/otp', { body: { phone } })
  for (const name of ['ann', 'bob']) expect((await recover(strict, `${name}@example.com`)).status).toBe(200)
  const { status, body, headers } = await recover(strict, 'cay@example.com')
  expect([status, body]).toMatchObject([
    429,
    { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
  expect((await text('1234567890')).status).toBe(200)
  expect(await text('1234567891')).toMatchObject({
    status: 429,
    body: { code: 'over_sms_send_rate_limit', message: 'SMS rate limit exceeded' },
  })
  for (const name of ['ann', 'bob', 'cay']) expect((await recover(plain, `${name}@example.com`)).status).toBe(200)
})

test('keys and tokens of one are refused by the other', async () => {
  const account = await signUp(plain)
  const foreignKey = await callAuth(strict, 'GET', '/user', { headers: account.headers })
  expect([foreignKey.status, foreignKey.body]).toEqual([401, { message: 'Invalid API key' }])
  const authorization = account.headers.authorization
  expect(await callAuth(strict, 'GET', '/user', { headers: { authorization } })).toMatchObject({
    status: 403,
    body: { code: 'bad_jwt' },
  })
})
