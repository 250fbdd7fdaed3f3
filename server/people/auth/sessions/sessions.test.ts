import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import type { AccountSessions } from '../../../../shared/auth/schema.ts'
import * as accounts from '../../../../tests/support/accounts.ts'
import { bearer, callAuth, signUp } from '../../../../tests/support/accounts.ts'
import { call, refusedWith } from '../../../../tests/support/api.ts'
import { failNext, PASSING_FAULTS } from '../../../../tests/support/failing-statements.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { setRows } from '../../../../tests/support/set-rows.ts'

let offsetMs = 0
const testApp = await openForTests({ deps: { clock: () => new Date(Date.now() + offsetMs) } })
const account = await signUp(testApp)

const signIn = (email = account.email, password = account.password) => accounts.signIn(testApp, { email, password })
const refresh = (refresh_token: unknown) => accounts.refresh(testApp, refresh_token)
const readUser = (token: string) => accounts.readUser(testApp, token)
const logout = (token: string, query = '') => callAuth(testApp, 'POST', `/logout${query}`, { headers: bearer(token) })

async function after<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  offsetMs = seconds * 1000
  try {
    return await work()
  } finally {
    offsetMs = 0
  }
}

test('signs in by password in any spelling of the address', async () => {
  const { status, body } = await signIn(` ${account.email.toUpperCase()} `)
  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: account.user_id } })
  expect(body.weak_password).toBeNull()
})

test('a correct password that now counts as weak signs in, and the response says so', async () => {
  const { email, user_id } = await signUp(testApp)
  const password_hash = await hash('password123')
  await testApp.db.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
  const { body } = await signIn(email, 'password123')
  expect(body.weak_password).toEqual({ message: expect.any(String), reasons: ['pwned'] })
})

test('A4: a banned account cannot sign in, refresh or call', async () => {
  const banned = await signUp(testApp)
  expect((await readUser(banned.token)).status).toBe(200)
  await setRows(testApp, 'users', { banned_until: new Date(Date.now() + 60_000) }, { id: banned.user_id })
  expect(await signIn(banned.email)).toMatchObject(refusedWith(400, 'user_banned'))
  expect(await signIn(banned.email, 'a wrong long phrase')).toMatchObject({ body: { code: 'invalid_credentials' } })
  expect(await refresh(banned.refresh_token)).toMatchObject(refusedWith(400, 'user_banned'))
  // The database notifies the server.
  await expect.poll(() => readUser(banned.token)).toMatchObject(refusedWith(403, 'user_banned'))
  // An expired ban has no effect.
  await after(61, async () => expect((await readUser(banned.token)).status).toBe(200))
})

test('B2: a refresh replaces the token; only hashes are stored', async () => {
  const first = (await signIn()).body
  const second = await refresh(first.refresh_token)
  expect(second.status).toBe(200)
  expect(second.body.refresh_token).not.toBe(first.refresh_token)
  expect(Buffer.from(second.body.refresh_token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  expect((await readUser(second.body.access_token)).status).toBe(200)
  const rows = await testApp.db.selectFrom('refresh_tokens').selectAll().execute()
  const stored = JSON.stringify(rows) + rows.map(({ token_hash }) => token_hash.toString('base64url')).join()
  for (const token of [first.refresh_token, second.body.refresh_token]) expect(stored).not.toContain(token)
})

test('B2: within 10 s the replaced token returns the live one, also from an earlier generation', async () => {
  const first = (await signIn()).body.refresh_token
  const second = (await refresh(first)).body.refresh_token
  const third = (await refresh(second)).body.refresh_token
  for (const old of [first, second]) expect((await refresh(old)).body.refresh_token).toBe(third)
  expect((await refresh(third)).status).toBe(200)
})

test('B2: after 10 s its use ends the whole session', async () => {
  const first = (await signIn()).body
  const second = (await refresh(first.refresh_token)).body
  expect((await readUser(second.access_token)).status).toBe(200)
  await after(11, async () => {
    expect(await refresh(first.refresh_token)).toMatchObject(
      refusedWith(400, 'refresh_token_already_used', { message: 'Invalid Refresh Token: Already Used' }),
    )
  })
  expect((await refresh(second.refresh_token)).status).toBe(400)
  expect(await readUser(second.access_token)).toMatchObject(refusedWith(403, 'session_not_found'))
})

test('B2: a refresh that waits too long for another one gets a 409', async () => {
  const { refresh_token, user } = (await signIn()).body
  const response = await testApp.db.transaction().execute(async (tx) => {
    await tx.selectFrom('sessions').select('id').where('user_id', '=', user.id).forUpdate().execute()
    return refresh(refresh_token)
  })
  expect(response).toMatchObject(refusedWith(409, 'conflict'))
  expect((await refresh(refresh_token)).status).toBe(200)
})

test('B3: signing out locally ends this session at once, and only this one', async () => {
  const [here, there] = [(await signIn()).body, (await signIn()).body]
  for (const { access_token } of [here, there]) expect((await readUser(access_token)).status).toBe(200)
  const response = await logout(here.access_token, '?scope=local')
  expect([response.status, response.body]).toEqual([204, {}])
  expect(await readUser(here.access_token)).toMatchObject(refusedWith(403, 'session_not_found'))
  expect(await refresh(here.refresh_token)).toMatchObject(refusedWith(400, 'refresh_token_not_found'))
  expect((await logout(here.access_token)).status).toBe(403)
  expect((await readUser(there.access_token)).status).toBe(200)
})

test('B3: signing out everywhere is the default, and ends no sessions of other users', async () => {
  const other = await signUp(testApp)
  const [here, there] = [(await signIn()).body, (await signIn()).body]
  expect((await readUser(there.access_token)).status).toBe(200)
  expect((await logout(here.access_token)).status).toBe(204)
  for (const { access_token } of [here, there]) expect((await readUser(access_token)).status).toBe(403)
  expect((await readUser(other.token)).status).toBe(200)
})

test('B3: a sign-out that conflicts with others is retried, not refused', async () => {
  const { token, email } = await signUp(testApp)
  const tokens = [token, (await signIn(email)).body.access_token]
  await failNext(testApp.db, { event: 'delete', table: 'sessions', attempts: 1, code: PASSING_FAULTS.deadlock })
  expect((await logout(token)).status).toBe(204)
  for (const one of tokens) expect((await readUser(one)).status).toBe(403)
})

test('sign-out accepts JSON as the type of an empty body', async () => {
  const { access_token } = (await signIn()).body
  const headers = { ...bearer(access_token), 'content-type': 'application/json;charset=UTF-8' }
  expect((await callAuth(testApp, 'POST', '/logout?scope=local', { headers })).status).toBe(204)
})

test('an account lists its own sessions only: this device first, without ended sessions', async () => {
  const own = await signUp(testApp)
  const { email, password } = own
  const tablet = { body: { email, password }, headers: { 'user-agent': 'A tablet' } }
  await callAuth(testApp, 'POST', '/token?grant_type=password', tablet)
  const list = () => call<AccountSessions>(testApp, 'GET', '/api/account/sessions', { as: own })
  const response = await list()
  expect(response.status).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  const shown = {
    session_id: expect.any(String),
    aal: 'aal1',
    ip: '127.0.0.1',
    created_at: expect.any(String),
    refreshed_at: null,
  }
  expect(response.body.sessions).toEqual([
    { ...shown, current: true, user_agent: 'lightMyRequest' },
    { ...shown, current: false, user_agent: 'A tablet' },
  ])
  await callAuth(testApp, 'POST', '/logout?scope=others', { headers: own.headers })
  expect((await list()).body.sessions.map(({ current }) => current)).toEqual([true])
})
