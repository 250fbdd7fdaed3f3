import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { AccountSession, Challenge, EnrolledFactor } from '../../../../shared/auth/schema.ts'
import { callAuth, makeAdmin, openAuthenticator, signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { call } from '../../../../tests/support/api.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

// A marketplace whose operator requires a second factor of admins.
const routes: RouteOptions[] = []

const install = async (app: TestApp['app']) => void app.addHook('onRoute', (route) => void routes.push(route))
const market = await openForTests({
  config: { adminSecondFactor: true, payments: 'sandbox', sandbox: 'calm' },
  deps: { install },
})

type Method = Parameters<typeof call>[1]
const refused = { status: 403, body: { code: 'insufficient_aal' } }
const stats = (as: TestAccount) => call(market, 'GET', '/api/admin/stats', { as })
const orders = (as: TestAccount) => call(market, 'GET', '/rest/v1/orders', { as })
const buckets = (as: TestAccount) => call(market, 'GET', '/storage/v1/bucket', { as })
async function post<Body>({ headers }: TestAccount, path: string, body: object): Promise<Body> {
  const response = await callAuth<Body>(market, 'POST', path, { headers, body })
  expect(response).toMatchObject({ status: 200 })
  return response.body
}

/** Sets up an authenticator; returns its id. */
async function enroll(account: TestAccount): Promise<string> {
  const { id, totp } = await post<EnrolledFactor>(account, '/factors', { factor_type: 'totp', friendly_name: 'App' })
  const { id: challenge_id } = await post<Challenge>(account, `/factors/${id}/challenge`, {})
  const code = openAuthenticator(totp?.uri ?? '').codeAt(new Date())
  await post<AccountSession>(account, `/factors/${id}/verify`, { challenge_id, code })
  return id
}

test('B12: without a required second factor, an admin is refused by every route that is not public', async () => {
  const admin = await makeAdmin(market)
  const guarded = routes.filter(({ url, config }) => config?.access !== 'public' && !url.startsWith('/auth/v1'))
  for (const prefix of ['/api/admin/', '/api/account/', '/rest/v1/'])
    expect(guarded.filter(({ url }) => url.startsWith(prefix))).not.toEqual([])
  for (const { method, url } of guarded)
    for (const one of [method].flat()) {
      const path = url.replaceAll(/:\w+|\*/g, 'x')
      const response = await call(market, one as Method, path, { as: admin, ...(one !== 'GET' && { body: {} }) })
      expect([one, url, response.status]).toEqual([one, url, 403])
      if (one !== 'HEAD') expect([one, url, response.body.code]).toEqual([one, url, 'insufficient_aal'])
    }
  expect(await buckets(admin)).toMatchObject({ body: { message: 'AAL2 required' } })
})

test('B12: setting it up opens everything to the same session, and removing it closes everything again', async () => {
  const admin = await makeAdmin(market)
  expect(await stats(admin)).toMatchObject(refused)
  const user = await callAuth(market, 'GET', '/user', { headers: admin.headers })
  expect(user).toMatchObject({ status: 200, body: { id: admin.user_id } })
  const id = await enroll(admin)
  for (const ask of [stats, orders, buckets]) expect((await ask(admin)).status).toBe(200)
  // Another session has to use it.
  const { email, password } = admin
  const { access_token } = await post<AccountSession>(admin, '/token?grant_type=password', { email, password })
  const headers = { ...admin.headers, authorization: `Bearer ${access_token}` }
  expect(await stats({ ...admin, headers })).toMatchObject(refused)
  const removed = await callAuth(market, 'DELETE', `/factors/${id}`, { headers: admin.headers })
  expect(removed.status).toBe(200)
  for (const ask of [stats, orders]) expect(await ask(admin)).toMatchObject(refused)
  await enroll(admin)
  expect((await stats(admin)).status).toBe(200)
})

test('buyers and sellers need no second factor there; a user does from the moment of becoming an admin', async () => {
  const [buyer, seller] = [await signUp(market), await signUp(market, { role: 'seller' })]
  const settings = (as: TestAccount) => call(market, 'GET', '/api/account/sessions', { as })
  for (const user of [buyer, seller]) expect((await settings(user)).status).toBe(200)
  const setRole = (role: 'admin' | 'seller') =>
    market.db.updateTable('users').set({ role }).where('id', '=', seller.user_id).execute()
  await setRole('admin')
  expect(await settings(seller)).toMatchObject(refused)
  await setRole('seller')
  expect((await settings(seller)).status).toBe(200)
})
