import { expect, test } from 'vitest'
import type { AccountSession } from '../../../../shared/auth/schema.ts'
import { callAuth, signUp } from '../../../../tests/support/accounts.ts'
import { underContention } from '../../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'

const PASSWORD = 'a long enough phrase'

const testApp = await openForTests()
const taken: string = (await signUp(testApp, { email: 'taken@example.com' })).email

const post = (body: unknown) => callAuth<AccountSession>(testApp, 'POST', '/signup', { body })

test('returns a session: the new user is signed in at once', async () => {
  const { status, body, headers } = await post({
    email: '  New.User@Example.com ',
    password: PASSWORD,
    data: { display_name: 'New User', role: 'seller', shoe_size: 43 },
    gotrue_meta_security: {},
    code_challenge: null,
    code_challenge_method: null,
  })
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(body.expires_at - Date.now() / 1000).toBeGreaterThan(3590)
  const { user } = body
  expect(user).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email: 'new.user@example.com',
    phone: '',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'], role: 'seller' },
    user_metadata: {
      sub: user.id,
      email: 'new.user@example.com',
      // No mail has proved it.
      email_verified: false,
      phone_verified: false,
      display_name: 'New User',
      role: 'seller',
      shoe_size: 43,
      cart: {},
    },
  })
  expect(user.identities).toMatchObject([
    { id: user.id, user_id: user.id, provider: 'email', identity_data: { sub: user.id, display_name: 'New User' } },
  ])
  expect(user.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  const me = await callAuth(testApp, 'GET', '/user', { headers: { authorization: `Bearer ${body.access_token}` } })
  expect(me.body).toEqual(user)
})

test.each([undefined, 'admin', 'Seller', ['seller'], { role: 'admin' }])(
  'A3: no request creates an admin; role %j becomes buyer',
  async (role) => {
    const { body } = await post({
      email: `role-${crypto.randomUUID()}@example.com`,
      password: PASSWORD,
      data: { role },
    })
    expect(body.user.app_metadata.role).toBe('buyer')
    expect(body.user.user_metadata.role).toBe('buyer')
  },
)

test('A2: metadata that only the server writes cannot be seeded', async () => {
  const { body } = await post({
    email: 'reserved@example.com',
    password: PASSWORD,
    data: {
      sub: 'me',
      email: 'x@y.z',
      email_verified: true,
      cart: { PRD00001: 5 },
      avatar_url: 'https://evil.example/',
    },
  })
  expect(body.user.user_metadata).toMatchObject({
    sub: body.user.id,
    email: 'reserved@example.com',
    email_verified: false,
    cart: {},
  })
  expect(body.user.user_metadata.avatar_url).toMatch(/^\/avatars\/[\w-]{22}\.svg$/)
})

// catches: address-checked-first
test('B8: of concurrent sign-ups for one address in any spelling one succeeds, the others are refused as taken', async () => {
  const spellings = ['race@example.com', 'RACE@example.com', ' race@Example.COM']
  const responses = await underContention(
    testApp.db,
    (holding) => holding.insertInto('users').values({ email: 'race@example.com' }).execute(),
    () =>
      Promise.all(Array.from({ length: 9 }, (_, index) => post({ email: spellings[index % 3], password: PASSWORD }))),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(8).fill(422)])
  const rows = await testApp.db.selectFrom('users').select('id').where('email', '=', 'race@example.com').execute()
  expect(rows).toHaveLength(1)
})

const long = (length: number) => 'ü'.repeat(length)
test.each([
  ['an empty password', { email: 'a@example.com', password: '' }, 400, 'validation_failed'],
  ['a surrogate in the address', { email: 'a\ud800@example.com', password: PASSWORD }, 400, 'validation_failed'],
  ['B5: 7 characters that are 14 units', { email: 'a@example.com', password: '🐙'.repeat(7) }, 422, 'weak_password'],
  ['B5: 129 characters', { email: 'a@example.com', password: long(129) }, 422, 'weak_password'],
  [
    'C2: a surrogate in data',
    { email: 'a@example.com', password: PASSWORD, data: { a: '\udc00' } },
    400,
    'validation_failed',
  ],
])('refuses %s', async (_what, body, status, code) => {
  const before = await countUsers()
  const response = await post(body)
  expect({ status: response.status, code: Object(response.body).code }).toEqual({ status, code })
  expect(response.headers['x-sb-error-code']).toBe(code)
  expect(await countUsers()).toBe(before)
})

test.each([
  ['a text', '"x"'],
  ['null', 'null'],
])('C1: refuses %s as body', async (_what, payload) => {
  const response = await testApp.app.inject({
    method: 'POST',
    url: '/auth/v1/signup',
    headers: { apikey: testApp.deps.secrets.apiKey, 'content-type': 'application/json' },
    payload,
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 400, error_code: expect.stringMatching(/bad_json|validation_failed/) })
})

test('B5: passwords of 128 characters of any kind are not truncated', async () => {
  const password = `${long(127)}a`
  await signUp(testApp, { email: 'long@example.com', password })
  const signIn = (attempt: string) =>
    callAuth(testApp, 'POST', '/token?grant_type=password', { body: { email: 'long@example.com', password: attempt } })
  expect((await signIn(password)).status).toBe(200)
  expect((await signIn(`${long(127)}b`)).status).toBe(400)
  const { password_hash } = await testApp.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', 'long@example.com')
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a failure has the form of the version header, or the old form', async () => {
  const body = { email: taken, password: PASSWORD }
  const current = await callAuth(testApp, 'POST', '/signup', { body })
  expect(current.body).toEqual({ code: 'user_already_exists', message: 'User already registered' })
  expect(current.headers['x-supabase-api-version']).toBe('2024-01-01')
  for (const version of ['2023-12-31', 'yesterday', '']) {
    const old = await callAuth(testApp, 'POST', '/signup', { body, headers: { 'x-supabase-api-version': version } })
    expect(old.body).toEqual({ code: 422, error_code: 'user_already_exists', msg: 'User already registered' })
    expect(old.headers['x-supabase-api-version']).toBeUndefined()
    expect(old.headers['x-sb-error-code']).toBe('user_already_exists')
  }
})

async function countUsers(): Promise<number> {
  return (await testApp.db.selectFrom('users').select('id').execute()).length
}
