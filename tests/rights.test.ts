import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { rightErrors } from '../shared/accounts/right-messages.ts'
import { ADMIN_RIGHTS, type RequiredRight } from '../shared/accounts/rights.ts'
import { makeAdmin, signUp } from './support/accounts.ts'
import { addToCart, call, postOrder } from './support/api.ts'
import { openForTests, PAID } from './support/open-for-tests.ts'
import { buildProduct } from './support/products.ts'

/** The right that each route for admins needs, by the beginning of its path. */
const RIGHTS: readonly [prefix: string, right: RequiredRight][] = [
  ['/api/admin/products', 'products'],
  ['/api/seller/products/:product_id/stock', 'products'],
  ['/rest/v1/products', 'products'],
  ['/api/admin/orders', 'orders'],
  ['/rest/v1/orders', 'orders'],
  ['/api/admin/payment', 'payments'],
  ['/api/admin/refunds', 'payments'],
  ['/api/admin/disputes', 'payments'],
  ['/api/admin/sandbox', 'payments'],
  ['/api/admin/users', 'sellers'],
  ['/api/admin/reviews', 'reviews'],
  ['/api/admin/search', 'search'],
  ['/api/admin/stats', 'figures'],
  ['/api/admin/activity', 'settings'],
  ['/api/admin/tasks', 'settings'],
  ['/api/admin/hidden-products', 'products'],
  ['/api/admin/seller', 'sellers'],
  ['/api/admin/page', 'content'],
  ['/api/admin/categor', 'content'],
  ['/api/admin/banner', 'content'],
  ['/api/admin/market', 'settings'],
  ['/api/admin/mail/server', 'owner'],
  ['/api/admin/mail', 'settings'],
  ['/api/admin/staff', 'owner'],
]

type Method = Parameters<typeof call>[1]

const declared: RouteOptions[] = []
const market = await openForTests({
  config: PAID,
  deps: { install: async (app) => void app.addHook('onRoute', (route) => void declared.push(route)) },
})
const forAdmins = declared.flatMap(({ method, url, config }) => {
  const isForAdmins = Array.isArray(config?.access) && config.access.includes('admin')
  return isForAdmins
    ? [method]
        .flat()
        .filter((one) => one !== 'HEAD')
        .map((one) => ({ method: one as Method, url, right: config?.right }))
    : []
})

/** Returns an admin with these rights; null for an owner. */
async function makeStaff(...rights: string[]) {
  const admin = await makeAdmin(market)
  await market.db.updateTable('users').set({ admin_rights: rights }).where('id', '=', admin.user_id).execute()
  return admin
}

const refusalOf = (right: RequiredRight) => ({
  status: 403,
  code: right === 'owner' ? 'owners_only' : 'right_missing',
  message: right === 'owner' ? rightErrors.owners_only.text : rightErrors.right_missing.text({ right }),
})

test('A5: every route for admins needs the right of its subject', () => {
  const expected = (url: string) => RIGHTS.find(([prefix]) => url.startsWith(prefix))?.[1]
  expect(forAdmins.length).toBeGreaterThan(60)
  expect(forAdmins.filter(({ url, right }) => right !== expected(url) || !right)).toEqual([])
})

test.each([...ADMIN_RIGHTS, 'none'])(
  'A6: staff with the right %s are refused by every route that needs another, and by no other',
  async (own) => {
    const staff = await makeStaff(...(own === 'none' ? [] : [own]))
    // Staff without rights try all routes, others their own and one of each other right.
    const others = [...new Map(forAdmins.map((route) => [route.right, route])).values()]
    const tried = own === 'none' ? forAdmins : [...forAdmins.filter(({ right }) => right === own), ...others]
    for (const { method, url, right = 'owner' } of tried) {
      // Unknown ids and no bodies: what is not refused for the right changes nothing.
      const path = url.replaceAll(/:\w+/g, '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f')
      const { status, body } = await call(market, method, path, { as: staff })
      const refusal = { status, ...body }
      if (right === own) expect(refusal).not.toMatchObject(refusalOf(right))
      else expect([method, url, refusal]).toMatchObject([method, url, refusalOf(right)])
    }
  },
)

test('A4, A6: an order is shown to its buyer and to staff who may see orders, from the moment that their rights say so', async () => {
  const [buyer, seller] = [await signUp(market), await signUp(market, { role: 'seller' })]
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
  await addToCart(market, buyer, product_id)
  const { body } = await postOrder(market, buyer)
  const staff = await makeStaff('payments')
  const read = () => call(market, 'GET', `/api/orders/${body.order_id}`, { as: staff })
  expect(await read()).toMatchObject({
    status: 403,
    body: { code: 'right_missing', message: 'You need the right "Orders". Owners can give it.' },
  })
  const give = (admin_rights: string[] | null) =>
    market.db.updateTable('users').set({ admin_rights }).where('id', '=', staff.user_id).execute()
  for (const [rights, status] of [
    [['orders'], 200],
    [['figures'], 403],
    [null, 200],
  ] as const) {
    await give(rights && [...rights])
    expect([rights, (await read()).status]).toEqual([rights, status])
  }
})
