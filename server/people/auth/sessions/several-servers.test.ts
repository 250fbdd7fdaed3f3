import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AccountSession } from '../../../../shared/auth/schema.ts'
import { callAuth, signUp } from '../../../../tests/support/accounts.ts'
import { untilServed } from '../../../../tests/support/api.ts'
import { inSequence } from '../../../../tests/support/lock-contention.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

// Two servers on one database, as behind a load balancer; they differ by their port on localhost.
let first: TestApp
let second: TestApp

beforeAll(async () => {
  first = await createTestApp({ config: { anonymous: true } })
  second = await createTestApp({
    config: { siteUrl: 'http://localhost:3999' },
    deps: { db: first.db, connection: first.connection, secrets: first.deps.secrets },
  })
})
afterAll(async () => {
  await second.app.close()
  await first.close()
})

async function statusOn(server: TestApp, headers: Record<string, string>): Promise<number> {
  return (await callAuth(server, 'GET', '/user', { headers })).status
}

test('a session of one server is valid on the other', async () => {
  const account = await signUp(first)
  expect(await statusOn(second, account.headers)).toBe(200)
  const body = { refresh_token: account.refresh_token }
  const refreshed = await callAuth<AccountSession>(second, 'POST', '/token?grant_type=refresh_token', { body })
  expect(refreshed.status).toBe(200)
  expect(await statusOn(first, { authorization: `Bearer ${refreshed.body.access_token}` })).toBe(200)
})

// catches: session-unlocked
test('B2: concurrent refreshes on both servers leave one live token', async () => {
  const { refresh_token } = await signUp(first)
  const body = { refresh_token }
  const refreshOn = (server: TestApp) =>
    untilServed(() => callAuth<AccountSession>(server, 'POST', '/token?grant_type=refresh_token', { body }), [409, 503])
  const [one, others] = await inSequence(
    first.db,
    (holding) => holding.selectFrom('refresh_tokens').select('session_id').forUpdate().execute(),
    () => refreshOn(first),
    () => Promise.all(Array.from({ length: 19 }, () => refreshOn(second))),
  )
  const responses = [one, ...others]
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1)
})

test('B3: a session that one server ends is dropped from the cache of the other', async () => {
  const account = await signUp(first)
  expect(await statusOn(second, account.headers)).toBe(200)
  expect((await callAuth(first, 'POST', '/logout', { headers: account.headers })).status).toBe(204)
  expect(await statusOn(first, account.headers)).toBe(403)
  await vi.waitFor(async () => expect(await statusOn(second, account.headers)).toBe(403), {
    interval: 2,
    timeout: 60_000,
  })
})

test('a second factor that is added or removed on one server applies on the other', async () => {
  const { user_id, headers } = await signUp(first)
  const sessionsOn = (server: TestApp) => server.app.inject({ url: '/api/account/sessions', headers })
  const statusBecomes = (status: number) =>
    vi.waitFor(async () => expect((await sessionsOn(second)).statusCode).toBe(status), { interval: 2, timeout: 60_000 })
  await statusBecomes(200)
  const factor = { user_id, factor_type: 'phone', phone: '1234567890' } as const
  await first.db.insertInto('factors').values(factor).execute()
  await statusBecomes(200)
  await first.db.updateTable('factors').set({ status: 'verified' }).where('user_id', '=', user_id).execute()
  await statusBecomes(403)
  await first.db.deleteFrom('factors').where('user_id', '=', user_id).execute()
  await statusBecomes(200)
})

/** Less than a session is cached. */
const SOON_MS = 4_000
let guests = 0

/** Makes a guest a user on one server; returns whether the other, which had cached the guest, soon knows. */
async function isSoonUser(): Promise<boolean> {
  const { body } = await callAuth(first, 'POST', '/signup', { body: {} })
  const headers = { authorization: `Bearer ${body.access_token}` }
  const enrol = async () =>
    (await callAuth(second, 'POST', '/factors', { headers, body: { factor_type: 'totp' } })).status
  const beganAt = performance.now()
  const isSoon = () => performance.now() - beganAt < SOON_MS
  expect(await enrol()).toBe(403)
  const email = `no-guest${++guests}@example.com`
  expect((await callAuth(first, 'PUT', '/user', { headers, body: { email } })).status).toBe(200)
  while (isSoon()) if ((await enrol()) === 200) return isSoon()
  return false
}

test('a guest who becomes a user on one server is a user on the other', async () => {
  // A machine that was too busy for it gets another chance.
  await expect.poll(isSoonUser, { timeout: 40_000 }).toBe(true)
})

test('B3: a server without notifications reads the database every time', async () => {
  const account = await signUp(first)
  expect(await statusOn(second, account.headers)).toBe(200)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'openstall listener' and datname = current_database()`.execute(first.db)
  await sql`delete from sessions where user_id = ${account.user_id}`.execute(first.db)
  await vi.waitFor(async () => expect(await statusOn(second, account.headers)).toBe(403), {
    interval: 2,
    timeout: 60_000,
  })
})
