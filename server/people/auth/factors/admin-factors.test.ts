import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import {
  bearer,
  callAuth,
  makeAdmin,
  readUser,
  signIn,
  signUp,
  type TestAccount,
} from '../../../../tests/support/accounts.ts'
import { call } from '../../../../tests/support/api.ts'
import { addAuthenticator } from '../../../../tests/support/authenticator.ts'
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

test('B12: setting up a second factor admits the same session everywhere, and removing it locks it out again', async () => {
  const admin = await makeAdmin(market)
  expect(await stats(admin)).toMatchObject(refused)
  expect(await readUser(market, admin.token)).toMatchObject({ status: 200, body: { id: admin.user_id } })
  const { id } = await addAuthenticator(market, admin.token)
  for (const ask of [stats, orders, buckets]) expect((await ask(admin)).status).toBe(200)
  // Another session still has to use it.
  const headers = { ...admin.headers, ...bearer((await signIn(market, admin)).body.access_token) }
  expect(await stats({ ...admin, headers })).toMatchObject(refused)
  const removed = await callAuth(market, 'DELETE', `/factors/${id}`, { headers: admin.headers })
  expect(removed.status).toBe(200)
  for (const ask of [stats, orders]) expect(await ask(admin)).toMatchObject(refused)
  await addAuthenticator(market, admin.token)
  expect((await stats(admin)).status).toBe(200)
})

test('buyers and sellers need no second factor; a user needs one from the moment of becoming an admin', async () => {
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
