import { expect, test } from 'vitest'
import { MAX_STOCK_ALERTS, type StockAlerts } from '../../../shared/alerts/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { pauseCommits, underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { mailsTo, notificationsOf } from '../../../tests/support/outbox.ts'
import { buildProduct, buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { buildStocked, putStock } from '../../../tests/support/stock.ts'
import { expiredRows } from '../../operate/start/expired-rows.ts'

const market = await openForTests()
const [admin, seller] = await signUpAll(market, 'admin', 'seller')

type Refusal = { code?: string }
const wait = (as: TestAccount, id: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  call<StockAlerts & Refusal>(market, method, `/api/stock-alerts/${id}`, { as })
const waiting = async (as: TestAccount) =>
  (await call<StockAlerts>(market, 'GET', '/api/stock-alerts', { as })).body.product_ids
const soldOut = (product_name = 'Oak desk') => buildStocked(market, seller, { set: 0 }, { product_name })
const restock = (id: string, set = 3) => putStock(market, seller, id, { counted: true, set })

const notified = async (buyer: TestAccount) => ({
  mails: (await mailsTo(market, buyer)).map(({ subject }) => subject),
  bells: (await notificationsOf(market, buyer)).map(({ kind, path }) => [kind, path]),
})

test('a buyer with an alert for a sold-out product is notified and mailed once when it is back', async () => {
  const [buyer, other] = [await signUp(market), await signUp(market)]
  const { product_id } = await soldOut()
  expect((await wait(buyer, product_id)).body).toEqual({ product_ids: [product_id] })
  expect((await wait(buyer, product_id)).body).toEqual({ product_ids: [product_id] })
  // A buyer who cancels the alert, or switches the mail off, does not get it.
  await wait(other, product_id)
  expect((await wait(other, product_id, 'DELETE')).body).toEqual({ product_ids: [] })
  const quiet = await signUp(market)
  await wait(quiet, product_id)
  const preferences = [{ kind: 'back_in_stock', wanted: false }]
  await call(market, 'PUT', '/api/notification-preferences', { as: quiet, body: { preferences } })
  const suspended = await signUp(market)
  await wait(suspended, product_id)
  await call(market, 'POST', `/api/admin/users/${suspended.user_id}/suspend`, { as: admin })

  await restock(product_id)
  const bells = [['back_in_stock', `/product/${product_id}`]]
  const once = { mails: ['Back in stock: Oak desk'], bells }
  await expect.poll(() => notified(buyer), { timeout: 60_000 }).toEqual(once)
  await expect.poll(() => notified(quiet), { timeout: 60_000 }).toEqual({ mails: [], bells })
  expect(await waiting(buyer)).toEqual([])
  expect(await notified(other)).toEqual({ mails: [], bells: [] })
  expect(await mailsTo(market, suspended, 'Oak desk')).toEqual([])

  // An alert is used up: when the product runs out and is back again, only a new alert counts.
  await restock(product_id, 0)
  await wait(other, product_id)
  await restock(product_id)
  await expect.poll(() => notified(other), { timeout: 60_000 }).toEqual(once)
  expect(await notified(buyer)).toEqual(once)
})

// catches: stock-alerts-unlocked
test('alerts are limited in number, and only for sold-out products of the shop', async () => {
  const buyer = await signUp(market)
  const { product_id: there } = await buildProduct(market)
  expect(await wait(buyer, there)).toMatchObject({ status: 409, body: { code: 'not_sold_out' } })
  expect((await wait(buyer, 'PRD99999')).status).toBe(404)
  expect((await wait(buyer, 'nonsense')).status).toBe(400)
  const { product_id: gone } = await soldOut()
  await wait(buyer, gone)
  await deleteProduct(market, gone)
  expect((await wait(buyer, gone)).status).toBe(404)

  const { product_id: last } = await soldOut()
  const others = await buildProducts(market, Array(MAX_STOCK_ALERTS).fill({}))
  const numbers = others.slice(1).map(({ product_number }) => product_number)
  const [user_id, now] = [buyer.user_id, new Date()]
  const empty = numbers.map((product_number) => ({ product_number, on_hand: 0, counted_since: now }))
  await market.db.insertInto('stock').values(empty).execute()
  const alerts = numbers.map((product_number) => ({ user_id, product_number, created_at: now }))
  await market.db.insertInto('stock_alerts').values(alerts).execute()
  expect(await wait(buyer, last)).toMatchObject({ status: 409, body: { code: 'too_many_alerts' } })
  // There is room for one of two concurrent alerts.
  await wait(buyer, gone, 'DELETE')
  const { product_id: next } = await soldOut()
  const commits = await pauseCommits(market.db, 'stock_alerts')
  const both = await underContention(market.db, commits.hold, () =>
    Promise.all([wait(buyer, last), wait(buyer, next)]),
  ).finally(commits.end)
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an alert expires after a year', async () => {
  const buyer = await signUp(market)
  const { product_id } = await soldOut()
  await wait(buyer, product_id)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const deleteAt = async (now: Date) => {
    for (const deleteExpired of expiredRows) await deleteExpired(market.db, now, 500)
  }
  const alerts = market.db.selectFrom('stock_alerts').selectAll().where('user_id', '=', buyer.user_id)
  await deleteAt(inDays(364))
  expect(await alerts.execute()).toHaveLength(1)
  await deleteAt(inDays(366))
  expect(await alerts.execute()).toEqual([])
})
