import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bearer, callAuth, readUser, signUp } from '../../../tests/support/accounts.ts'
import { refusedWith } from '../../../tests/support/api.ts'
import { openBeside, openForTests } from '../../../tests/support/open-for-tests.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { rateLimits } from '../../platform/load/rate-limit.ts'

// Two servers on one database, as behind a load balancer.
const config = { rateLimits: true, trustedProxies: ['127.0.0.1'] }
const testApp = await openForTests({ config })
const secondApp = await openBeside(testApp, { config })
const account = await signUp(testApp)

let nextAddress = 1
/** Returns a client address that was not used before. */
const newAddress = () => `198.51.100.${nextAddress++}`

const signIn = (on: TestApp, address: string, email: string, password: string) =>
  callAuth(on, 'POST', '/token?grant_type=password', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  })

test('B9: 30 failed sign-ins for an account from an address, counted across all servers', async () => {
  const address = newAddress()
  for (let round = 0; round < 3; round++) {
    const apps = Array.from({ length: 10 }, (_, index) => (index % 2 ? testApp : secondApp))
    const responses = await Promise.all(apps.map((on) => signIn(on, address, account.email, 'a wrong long phrase')))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(400))
  }
  for (const on of [testApp, secondApp]) {
    const response = await signIn(on, address, account.email.toUpperCase(), account.password)
    expect([response.status, response.body.code]).toEqual([429, 'over_request_rate_limit'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(200)
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(300)
  }
  // The owner at another address is not locked out, nor is another account at this one.
  expect((await signIn(testApp, newAddress(), account.email, account.password)).status).toBe(200)
  expect((await signIn(testApp, address, 'other@example.com', 'a wrong long phrase')).status).toBe(400)

  await sql`update rate_limits set window_ends_at = now() - interval '1 second'`.execute(testApp.db)
  expect((await signIn(testApp, address, account.email, account.password)).status).toBe(200)
})

// catches: uses-written-back
test('B9: concurrent guesses are counted, too', async () => {
  const address = newAddress()
  const guesses = Array.from({ length: 45 }, () => signIn(testApp, address, account.email, 'a wrong long phrase'))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

/** Writes into the counters, so that only `uses` of a limit are left. */
const leave = (uses: number, limit: keyof typeof rateLimits) =>
  testApp.db
    .updateTable('rate_limits')
    .set({ used: rateLimits[limit].uses - uses })
    .where('key', 'like', `${rateLimits[limit].name}:%`)
    .execute()

test('B9: right passwords are not counted', async () => {
  const address = newAddress()
  const failures = () =>
    testApp.db
      .selectFrom('rate_limits')
      .select(['key', 'used'])
      .where('key', 'like', 'failed-sign-in%')
      .where('used', '>', 0)
      .orderBy('key')
      .execute()
  const before = await failures()
  for (let attempt = 0; attempt < 3; attempt++)
    expect((await signIn(testApp, address, account.email, account.password)).status).toBe(200)
  expect(await failures()).toEqual(before)
})

test('B9: the addresses of an IPv6 /64 count as one', async () => {
  const guessAt = async (host: number) =>
    (await signIn(host % 2 ? testApp : secondApp, `2001:db8:0:7::${host}`, account.email, 'a wrong long phrase')).status
  expect(await guessAt(1)).toBe(400)
  await leave(1, 'failedSignIn')
  expect([await guessAt(2), await guessAt(3), await guessAt(4)]).toEqual([400, 429, 429])
  expect((await signIn(testApp, '2001:db8:0:8::1', account.email, account.password)).status).toBe(200)
})

test('B9: the ports that some proxies report with the address do not make it another one', async () => {
  const [owner, address] = [await signUp(testApp), newAddress()]
  const guessFrom = async (port: number) =>
    (await signIn(port % 2 ? testApp : secondApp, `${address}:${port}`, owner.email, 'a wrong long phrase')).status
  expect(await guessFrom(1024)).toBe(400)
  await leave(1, 'failedSignIn')
  expect([await guessFrom(1025), await guessFrom(1026)]).toEqual([400, 429])
  const { body } = await signIn(testApp, '203.0.113.99:443', owner.email, owner.password)
  const headers = bearer(body.access_token)
  const sessions = (await testApp.app.inject({ url: '/api/account/sessions', headers })).json().sessions
  expect(sessions.map(({ ip }: { ip: string }) => ip)).toContain('203.0.113.99')
})

test('B9: wrong passwords from all addresses slow down strangers, not the devices of the owner', async () => {
  const home = newAddress()
  const owner = await signUp(testApp)
  expect((await signIn(testApp, home, owner.email, owner.password)).status).toBe(200)
  // The next attempts are the 99th and 100th of this hour.
  const unknown = 'nobody-here@example.com'
  for (const email of [owner.email, unknown])
    expect((await signIn(testApp, newAddress(), email, 'a wrong long phrase')).status).toBe(400)
  await sql`update rate_limits set used = 99 where key like 'failed-sign-in-anywhere:%'`.execute(testApp.db)
  for (const email of [owner.email, unknown]) {
    const statuses: number[] = []
    for (let guess = 0; guess < 3; guess++) {
      const { status, headers } = await signIn(secondApp, newAddress(), email, 'a wrong long phrase')
      statuses.push(status)
      if (status !== 429) continue
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30)
    }
    // The hundredth, then the one in half a minute that unknown networks share; the same for an account that does not exist.
    expect(statuses).toEqual([400, 400, 429])
  }
  // Where the owner signed in before, the right password works at once, even after signing out everywhere.
  const session = await signIn(testApp, home, owner.email, owner.password)
  expect(session.status).toBe(200)
  const headers = bearer(session.body.access_token)
  expect((await callAuth(testApp, 'POST', '/logout?scope=global', { headers })).status).toBe(204)
  expect((await signIn(testApp, home, owner.email, owner.password)).status).toBe(200)
  // So it does where a session of the owner was refreshed.
  const { refresh_token } = (await signIn(testApp, home, owner.email, owner.password)).body
  const roaming = '2001:db8:0:9::1'
  const moved = { body: { refresh_token }, headers: { 'x-forwarded-for': roaming } }
  expect((await callAuth(testApp, 'POST', '/token?grant_type=refresh_token', moved)).status).toBe(200)
  expect((await signIn(testApp, '2001:db8:0:9::2', owner.email, owner.password)).status).toBe(200)
  // On a new device the owner waits for half a minute at most.
  const away = newAddress()
  expect((await signIn(testApp, away, owner.email, owner.password)).status).toBe(429)
  await sql`update rate_limits set window_ends_at = now() where key like 'slowed-sign-in:%'`.execute(testApp.db)
  expect((await signIn(testApp, away, owner.email, owner.password)).status).toBe(200)
  expect((await signIn(testApp, away, owner.email, owner.password)).status).toBe(200)
})

test('B9: 30 look-ups per address', async () => {
  const headers = { 'x-forwarded-for': newAddress(), apikey: testApp.deps.secrets.apiKey }
  const lookUps = Array.from({ length: 31 }, () => testApp.app.inject({ url: '/rest/v1/users', headers }))
  const refused = (await Promise.all(lookUps)).filter(({ statusCode }) => statusCode === 429)
  expect(refused.map((response) => response.json())).toMatchObject([{ message: 'Request rate limit reached' }])
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
})

test('B10: a forwarding header from an untrusted client does not change its address', async () => {
  const direct = await openForTests({ config: { rateLimits: true } })
  const calls = Array.from({ length: 31 }, () =>
    callAuth(direct, 'POST', '/signup', { body: {}, headers: { 'x-forwarded-for': newAddress() } }),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test('the counters contain neither client addresses nor email addresses', async () => {
  await signIn(testApp, '203.0.113.77', account.email, 'a wrong long phrase')
  const rows = await testApp.db.selectFrom('rate_limits').select('key').execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.77|@/)
})

// Differently configured marketplaces in one process are independent.
const plain = await openForTests()
const strict = await openForTests({ config: { phone: true, messagesPerHour: { email: 2, sms: 1 } } })

test('B7: messages per hour are limited for all users in total, including those to unknown addresses', async () => {
  const recover = (server: typeof plain, email: string) => callAuth(server, 'POST', '/recover', { body: { email } })
  const text = (phone: string) => callAuth(strict, 'POST', '/otp', { body: { phone } })
  for (const name of ['ann', 'bob']) expect((await recover(strict, `${name}@example.com`)).status).toBe(200)
  const { status, body, headers } = await recover(strict, 'cay@example.com')
  expect([status, body]).toMatchObject([
    429,
    { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
  expect((await text('1234567890')).status).toBe(200)
  expect(await text('1234567891')).toMatchObject(
    refusedWith(429, 'over_sms_send_rate_limit', { message: 'SMS rate limit exceeded' }),
  )
  for (const name of ['ann', 'bob', 'cay']) expect((await recover(plain, `${name}@example.com`)).status).toBe(200)
})

test('keys and tokens of one are refused by the other', async () => {
  const account = await signUp(plain)
  const foreignKey = await callAuth(strict, 'GET', '/user', { headers: account.headers })
  expect([foreignKey.status, foreignKey.body]).toEqual([401, { message: 'Invalid API key' }])
  expect(await readUser(strict, account.token)).toMatchObject(refusedWith(403, 'bad_jwt'))
})
