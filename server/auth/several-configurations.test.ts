import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, signUp } from '../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

// Differently configured markets in one process know nothing of each other.
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
      manualLinking: true,
      mfa: { totp: false, phone: false },
    },
  })
})
afterAll(async () => {
  await plain.close()
  await strict.close()
})

test('each tells its own settings', async () => {
  const [one, other] = await Promise.all([callAuth(plain, 'GET', '/settings'), callAuth(strict, 'GET', '/settings')])
  expect(one.body).toMatchObject({
    disable_signup: false,
    external: { email: true, phone: false, anonymous_users: false },
    password_min_length: 6,
  })
  expect(other.body).toMatchObject({
    disable_signup: true,
    external: { email: true, phone: true, anonymous_users: true },
    password_min_length: 16,
  })
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

test('keys and tokens of one are nothing to the other', async () => {
  const account = await signUp(plain)
  const foreignKey = await callAuth(strict, 'GET', '/user', { headers: account.headers })
  expect([foreignKey.status, foreignKey.body]).toEqual([401, { message: 'Invalid API key' }])
  const authorization = account.headers.authorization
  expect(await callAuth(strict, 'GET', '/user', { headers: { authorization } })).toMatchObject({
    status: 403,
    body: { code: 'bad_jwt' },
  })
})
