import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { OpenOrders } from '../../../shared/accounts/schema.ts'
import type { Conversation } from '../../../shared/conversations/schema.ts'
import type { AdminSellerOrders } from '../../../shared/fulfilment/schema.ts'
import type { AdminOrderPage } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { asSeller, orderOf, readAsBuyer, sending, unitsOf } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { buildProduct, type TestProduct } from '../../../tests/support/products.ts'
import { asBuyer } from '../../../tests/support/returns.ts'
import { brokenRules } from '../../../tests/support/stock.ts'

const market = await openForTests()
const [admin, buyer, other] = await signUpAll(market, 'admin', 'buyer', 'seller')
afterAll(async () => expect(await brokenRules(market)).toEqual([]))

/** A seller with a product. */
async function openShop(): Promise<{ seller: TestAccount; product: TestProduct }> {
  const seller = await signUp(market, { role: 'seller' })
  return { seller, product: await buildProduct(market, { seller_id: seller.user_id }) }
}

const change = (what: 'suspend' | 'reinstate', { user_id }: TestAccount, reason?: string) =>
  call(market, 'POST', `/api/admin/users/${user_id}/${what}`, { as: admin, ...(reason && { body: { reason } }) })
const openOrdersOf = async ({ user_id }: TestAccount) =>
  (await call<OpenOrders>(market, 'GET', `/api/admin/users/${user_id}/open-orders`, { as: admin })).body
const troubled = async () => {
  const path = '/api/admin/orders?problem=seller_suspended'
  return (await call<AdminOrderPage>(market, 'GET', path, { as: admin })).body.orders.map(({ order_id }) => order_id)
}
const confirm = (seller: TestAccount, id: string) => asSeller(market, seller, id, 'confirm', { revision: 1 })

test('before suspending a seller the admin sees the number of open orders, and of those to send', async () => {
  const { seller, product } = await openShop()
  const customer = await signUp(market)
  expect(await openOrdersOf(seller)).toEqual({ selling: 0, buying: 0 })
  const ids: string[] = []
  for (let count = 0; count < 4; count++) ids.push((await orderOf(market, customer, [[product, 1]])).order_id)
  const [, accepted = '', sent = '', cancelled = ''] = ids
  await confirm(seller, accepted)
  await asSeller(market, seller, sent, 'shipments', sending(1, [[1, 1]]))
  await asBuyer(market, customer, cancelled, 'cancel', { revision: 1 })
  expect(await openOrdersOf(seller)).toEqual({ selling: 2, buying: 0 })
  expect(await openOrdersOf(customer)).toEqual({ selling: 0, buying: 3 })
})

test('buyers of open orders are mailed, and can cancel even what the suspended seller has accepted', async () => {
  const { seller, product } = await openShop()
  const theirs = await buildProduct(market, { seller_id: other.user_id })
  const { order_id } = await orderOf(market, buyer, [
    [product, 2],
    [theirs, 1],
  ])
  const done = await orderOf(market, buyer, [[product, 1]])
  await asSeller(market, seller, done.order_id, 'shipments', sending(1, [[1, 1]]))
  await confirm(seller, order_id)
  await confirm(other, order_id)
  await asBuyer(market, buyer, order_id, 'cancel', { revision: 2, note: 'please' })
  expect(await troubled()).toEqual([])
  await change('suspend', seller, 'Sold copies')
  const [mail] = await mailsTo(market, seller, 'Your account was suspended')
  expect(mail?.text).toMatch(/Reason:\s+Sold copies/)
  expect(await troubled()).toEqual([order_id])

  const { seller_orders, events } = await readAsBuyer(market, buyer, order_id)
  const shown = { seller: { is_suspended: true }, can_cancel: true, can_ask_to_cancel: false }
  expect(seller_orders).toMatchObject([shown, { seller: { is_suspended: false }, can_cancel: false }])
  expect(events.at(-1)?.facts).toEqual({ mark: 'seller_suspended' })
  const panel = await call<AdminSellerOrders>(market, 'GET', `/api/admin/orders/${order_id}/seller-orders`, {
    as: admin,
  })
  expect(panel.body.seller_orders.map(({ seller_suspended }) => seller_suspended)).toEqual([true, false])

  await sql`update order_events set created_at = created_at - interval '2 minutes'`.execute(market.db)
  const mailed = () => mailsTo(market, buyer, 'You can cancel what was not sent')
  await vi.waitFor(async () => expect(await mailed()).toHaveLength(1), { timeout: 60_000 })
  expect(await mailsTo(market, buyer, `can no longer sell here (${done.order_id})`)).toEqual([])
  const { rows } = await sql<{ user_id: string; order_id: string }>`
    select user_id, facts ->> 'order_id' as order_id from notifications where kind = 'seller_suspended'`.execute(
    market.db,
  )
  expect(rows).toEqual([{ user_id: buyer.user_id, order_id }])

  const { revision = 0 } = seller_orders[0] ?? {}
  const one = await asBuyer(market, buyer, order_id, 'cancel', { revision, lines: unitsOf([[1, 1]]) })
  expect(one.body).toMatchObject({ state: 'confirmed', cancel_requested_at: null, lines: [{ cancelled: 1 }] })
  await change('reinstate', seller)
  expect(await mailsTo(market, seller, 'Your account was reinstated')).toHaveLength(1)
  expect(await troubled()).toEqual([])
  const asked = await asBuyer(market, buyer, order_id, 'cancel', { revision: revision + 1 })
  expect(asked.body).toMatchObject({ state: 'confirmed', cancel_requested_at: expect.any(String) })
})

test.each(['seller', 'buyer'] as const)(
  'a conversation about an order shows that its %s is suspended',
  async (side) => {
    const { seller, product } = await openShop()
    const customer = await signUp(market)
    const { order_id } = await orderOf(market, customer, [[product, 1]])
    const suspended = { seller, buyer: customer }[side]
    const messages = {
      buyer: [`/api/seller/orders/${order_id}/messages`, seller],
      seller: [`/api/orders/${order_id}/seller-orders/1/messages`, customer],
      admin: [`/api/admin/orders/${order_id}/seller-orders/1/messages`, admin],
    } as const
    const shownTo = async ([path, as]: readonly [string, TestAccount]) =>
      (await call<Conversation>(market, 'GET', path, { as })).body.suspended
    expect(await shownTo(messages[side])).toEqual([])
    await change('suspend', suspended)
    expect([await shownTo(messages[side]), await shownTo(messages.admin)]).toEqual([[side], [side]])
  },
)
