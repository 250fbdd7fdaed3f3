import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readUser, signIn, signUp } from '../../../../tests/support/accounts.ts'
import { call } from '../../../../tests/support/api.ts'
import { underContention } from '../../../../tests/support/lock-contention.ts'
import { openBeside, openForTests, openWithPages } from '../../../../tests/support/open-for-tests.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import { setupToken } from './setup-link.ts'

const ADMIN = { email: 'first@example.com', password: 'a long admin phrase', display_name: 'First Admin' }

const tokenOf = ({ config, deps }: TestApp) => setupToken(config, deps.secrets)
const setUp = (market: TestApp, body: object = {}, headers?: Record<string, string>) =>
  call<{ code: string; message: string }>(market, 'POST', '/api/setup', {
    body: { ...ADMIN, token: tokenOf(market), ...body },
    ...(headers && { headers }),
  })
const admins = ({ db }: TestApp) => db.selectFrom('users').select('email').where('role', '=', 'admin').execute()

const market = await openWithPages()

test('A3: the setup token makes the first admin, whose address is confirmed; then page and request are gone for good', async () => {
  const page = () => market.app.inject('/setup')
  const before = await page()
  expect([before.statusCode, before.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(before.body).toContain('<meta name="robots" content="noindex"/>')
  expect(before.body).not.toContain(tokenOf(market))
  const typed = tokenOf(market).toLowerCase().replaceAll('-', ' ')
  expect((await setUp(market, { token: typed, email: ' First@Example.com', role: 'seller' })).status).toBe(204)
  const { body } = await signIn(market, ADMIN)
  expect(body.user).toMatchObject({
    email: ADMIN.email,
    email_confirmed_at: expect.any(String),
    app_metadata: { role: 'admin' },
    user_metadata: { display_name: ADMIN.display_name },
  })
  const gone = async () => {
    const after = await page()
    expect([after.statusCode, after.headers['cache-control']]).toEqual([404, 'no-store'])
    for (const sent of [{}, { token: 'wrong' }, { email: 7 }])
      expect(await setUp(market, sent)).toMatchObject({ status: 404, body: { code: 'setup_done' } })
  }
  await gone()
  await market.db.deleteFrom('users').execute()
  await gone()
})

test('A3: an admin that the operator made by SQL closes the setup as well', async () => {
  const shop = await openForTests()
  await shop.db.insertInto('users').values({ email: 'sql@example.com', role: 'admin' }).execute()
  expect((await setUp(shop)).status).toBe(404)
})

test('A3: no request makes an admin without the token of this marketplace', async () => {
  const [shop, other] = [await openForTests(), await openForTests()]
  const tokens = [
    '',
    '----',
    tokenOf(shop).slice(0, -1),
    `${tokenOf(shop)}A`,
    shop.deps.secrets.apiKey.slice(0, 100),
    tokenOf(other),
    setupToken({ siteUrl: 'https://other.example' }, shop.deps.secrets),
  ]
  for (const token of tokens) {
    const { status, body } = await setUp(shop, { token })
    expect([token, status, body.code]).toEqual([token, 403, 'setup_token_wrong'])
    expect(body.message).toContain('npm run admin -- setup-link')
  }
  expect(await admins(shop)).toEqual([])
  // Every process has the same token.
  expect((await setUp(await openBeside(shop), { token: tokenOf(shop) })).status).toBe(204)
})

const shop = await openForTests()
test.each([
  ['C1: no token', { token: undefined }, 400, 'token: '],
  ['C1: an address without a domain', { email: 'first@' }, 400, 'email: '],
  ['C1: no name', { display_name: ' ' }, 400, 'display_name: '],
  ['C2: a line break in the name', { display_name: 'First\nAdmin' }, 400, 'display_name: '],
  ['C1: a password that is a number', { password: 12345678901 }, 400, 'password: '],
  ['B5: a short password', { password: 'short' }, 422, 'too short'],
  ['C2: half a surrogate pair in the password', { password: 'long enough \ud800' }, 400, 'password'],
])('%s is refused by name, and the setup stays open', async (_what, wrong, status, text) => {
  const refused = await setUp(shop, wrong)
  expect([refused.status, refused.body.message]).toEqual([status, expect.stringContaining(text)])
  expect(await admins(shop)).toEqual([])
  expect((await call(shop, 'POST', '/api/setup', { body: {} })).status).toBe(400)
})

test('A3: an account that has the address is taken over: its earlier owner is signed out, its name replaced', async () => {
  const shop = await openForTests({ config: { signUp: true } })
  const squatter = await signUp(shop, { email: ADMIN.email, data: { display_name: 'Squatter' } })
  expect((await setUp(shop)).status).toBe(204)
  expect((await readUser(shop, squatter.token)).status).toBe(403)
  expect((await signIn(shop, squatter)).status).toBe(400)
  // The limit on guesses from unknown networks applies to the squatter's.
  expect(await shop.db.selectFrom('known_networks').selectAll().execute()).toEqual([])
  const { body } = await signIn(shop, ADMIN)
  expect([body.user.app_metadata.role, body.user.user_metadata.display_name]).toEqual(['admin', 'First Admin'])
})

// catches: setup-checked-first
test('A3, B4: 20 requests at once with the token make one admin', async () => {
  const shop = await openForTests()
  const responses = await underContention(
    shop.db,
    (holding) => sql`select from settings for update`.execute(holding),
    () => Promise.all(Array.from({ length: 20 }, (_, index) => setUp(shop, { email: `admin-${index}@example.com` }))),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(404)])
  expect(await admins(shop)).toHaveLength(1)
})

test('B9: a network has 10 wrong setup tokens an hour, over all servers; no other network is held up', async () => {
  const config = { rateLimits: true, trustedProxies: ['127.0.0.1'] }
  const shop = await openForTests({ config })
  const servers = [shop, await openBeside(shop, { config })]
  const from = (address: string, body?: object) => (index: number) =>
    setUp(servers[index % 2] ?? shop, { token: tokenOf(shop), ...body }, { 'x-forwarded-for': address })
  const guesses = Array.from({ length: 14 }, (_, index) => from(`2001:db8::${index}`, { token: 'wrong' })(index))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array(10).fill(403), ...Array(4).fill(429)])
  const late = await from('2001:db8::ff')(0)
  expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, expect.closeTo(3600, -3)])
  expect((await from('198.51.100.1')(1)).status).toBe(204)
})
