import { expect, test } from 'vitest'
import type { AccountSession } from '../../../../shared/auth/schema.ts'
import { callAuth, readUser, signIn, signUp } from '../../../../tests/support/accounts.ts'
import { underContention } from '../../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { PASSWORD_COST } from './passwords.ts'

const PASSWORD = 'a long enough phrase'

const testApp = await openForTests({ deps: { passwordCost: PASSWORD_COST } })

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
      // The address was not proved by a mail.
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
  expect((await readUser(testApp, body.access_token)).body).toEqual(user)
})

test.each([undefined, 'admin', 'Seller', ['seller'], { role: 'admin' }])(
  'A3: no request creates an admin; role %j becomes buyer',
  async (role) => {
    const email = `role-${crypto.randomUUID()}@example.com`
    const { body } = await post({ email, password: PASSWORD, data: { role } })
    expect(body.user.app_metadata.role).toBe('buyer')
    expect(body.user.user_metadata.role).toBe('buyer')
  },
)

test('A2: metadata that only the server writes cannot be seeded', async () => {
  const seeded = { sub: 'me', email: 'x@y.z', email_verified: true, cart: { PRD00001: 5 } }
  const data = { ...seeded, avatar_url: 'https://evil.example/' }
  const { body } = await post({ email: 'reserved@example.com', password: PASSWORD, data })
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
test('B5: passwords of 128 characters of any kind are not truncated', async () => {
  const password = `${long(127)}a`
  await signUp(testApp, { email: 'long@example.com', password })
  const email = 'long@example.com'
  expect((await signIn(testApp, { email, password })).status).toBe(200)
  expect((await signIn(testApp, { email, password: `${long(127)}b` })).status).toBe(400)
  const stored = testApp.db.selectFrom('users').select('password_hash').where('email', '=', email)
  const { password_hash } = await stored.executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('failures have the old form unless the version header is a date from 2024 on', async () => {
  for (const version of ['2023-12-31', 'yesterday']) {
    const request = { body: {}, headers: { 'x-supabase-api-version': version } }
    const { body, headers } = await callAuth(testApp, 'POST', '/recover', request)
    expect(body).toMatchObject({ code: 400, error_code: 'validation_failed', msg: expect.any(String) })
    expect(headers['x-supabase-api-version']).toBeUndefined()
  }
})
