import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { bearer, callAuth, readUser, refresh, signUp } from '../../../../tests/support/accounts.ts'
import { untilServed } from '../../../../tests/support/api.ts'
import { inSequence } from '../../../../tests/support/lock-contention.ts'
import { openBeside, openForTests } from '../../../../tests/support/open-for-tests.ts'

// Two servers on one database, as behind a load balancer; they differ by their port on localhost.
const first = await openForTests({ config: { anonymous: true } })
const second = await openBeside(first, { config: { siteUrl: 'http://localhost:3999' } })

const statusOn = async (server: typeof first, token: string) => (await readUser(server, token)).status
const soon = (check: () => Promise<void>) => vi.waitFor(check, { interval: 2, timeout: 60_000 })

// catches: session-unlocked
test('B2: concurrent refreshes on both servers leave one live token, which all of them return', async () => {
  const { refresh_token } = await signUp(first)
  const refreshOn = (server: typeof first) => untilServed(() => refresh(server, refresh_token), [409, 503])
  const [one, others] = await inSequence(
    first.db,
    (holding) => holding.selectFrom('refresh_tokens').select('session_id').forUpdate().execute(),
    () => refreshOn(first),
    () => Promise.all(Array.from({ length: 19 }, () => refreshOn(second))),
  )
  const responses = [one, ...others]
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1)
  const { session_id } = decodeJwt<{ session_id: string }>(one.body.access_token)
  const live = first.db.selectFrom('refresh_tokens').selectAll().where('session_id', '=', session_id)
  expect(await live.where('revoked_at', 'is', null).execute()).toHaveLength(1)
})

test('B3: a session that one server ends is dropped from the cache of the other', async () => {
  const account = await signUp(first)
  expect(await statusOn(second, account.token)).toBe(200)
  expect((await callAuth(first, 'POST', '/logout', { headers: account.headers })).status).toBe(204)
  expect(await statusOn(first, account.token)).toBe(403)
  await soon(async () => expect(await statusOn(second, account.token)).toBe(403))
})

test('a second factor that is added or removed on one server applies on the other', async () => {
  const { user_id, headers } = await signUp(first)
  const sessions = () => second.app.inject({ url: '/api/account/sessions', headers })
  const statusBecomes = (status: number) => soon(async () => expect((await sessions()).statusCode).toBe(status))
  await statusBecomes(200)
  const factor = { user_id, factor_type: 'phone', phone: '1234567890' } as const
  await first.db.insertInto('factors').values(factor).execute()
  await statusBecomes(200)
  await first.db.updateTable('factors').set({ status: 'verified' }).where('user_id', '=', user_id).execute()
  await statusBecomes(403)
  await first.db.deleteFrom('factors').where('user_id', '=', user_id).execute()
  await statusBecomes(200)
})

/** Shorter than the time for which a session is cached. */
const SOON_MS = 4_000
let guests = 0

/** Makes a guest a user on one server; returns whether the other, which had cached the guest, soon knows. */
async function isSoonUser(): Promise<boolean> {
  const { body } = await callAuth(first, 'POST', '/signup', { body: {} })
  const headers = bearer(body.access_token)
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
  // Retried, as the machine may have been too busy.
  await expect.poll(isSoonUser, { timeout: 40_000 }).toBe(true)
})

test('B3: a server that receives no notifications reads the database every time', async () => {
  const account = await signUp(first)
  expect(await statusOn(second, account.token)).toBe(200)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'openstall listener' and datname = current_database()`.execute(first.db)
  await sql`delete from sessions where user_id = ${account.user_id}`.execute(first.db)
  await soon(async () => expect(await statusOn(second, account.token)).toBe(403))
})
