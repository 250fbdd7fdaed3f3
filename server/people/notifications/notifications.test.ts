import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAIL_KINDS } from '../../../shared/notifications/constants.ts'
import type { MailPreferences, Notifications } from '../../../shared/notifications/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { expiredRows } from '../../operate/start/expired-rows.ts'
import { deleteBatches } from '../../platform/jobs/delete-expired.ts'
import { notify } from './queries.ts'

const market = await openForTests()
const admin = await makeAdmin(market)

const list = async (as: TestAccount, query = '') =>
  (await call<Notifications>(market, 'GET', `/api/notifications${query}`, { as })).body
const read = (as: TestAccount, up_to: unknown) =>
  call<{ unread: number }>(market, 'POST', '/api/notifications/read', { as, body: { up_to } })
const preferences = (as: TestAccount) => call<MailPreferences>(market, 'GET', '/api/notification-preferences', { as })
const prefer = (as: TestAccount, body: unknown) =>
  call<MailPreferences & { code: string }>(market, 'PUT', '/api/notification-preferences', { as, body })

/** Notifies a user of `packages` packages, the newest last. */
async function notifyOf(user: TestAccount, packages: number, now = new Date()): Promise<void> {
  const rows = Array.from({ length: packages }, (_, index) => ({
    user_id: user.user_id,
    kind: 'package_sent' as const,
    facts: { order_id: `ORD${String(index + 1).padStart(5, '0')}`, seller: 'Tea House' },
    path: '/order-tracking',
  }))
  await market.db.transaction().execute((tx) => notify(tx, rows, now))
}

test('a user reads pages of their own notifications, newest first, and marks them as read', async () => {
  const [user, other] = [await signUp(market), await signUp(market)]
  await notifyOf(user, 25)
  const first = await list(user)
  expect(first.notifications.map(({ facts }) => facts.order_id).slice(0, 2)).toEqual(['ORD00025', 'ORD00024'])
  expect([first.notifications.length, first.has_more, first.unread]).toEqual([20, true, 25])
  const last = first.notifications.at(-1)?.notification_number as number
  const second = await list(user, `?after=${last}`)
  expect([second.notifications.length, second.has_more]).toEqual([5, false])
  expect(second.notifications.every(({ notification_number }) => notification_number < last)).toBe(true)

  // Another user neither sees nor marks them.
  expect(await list(other)).toEqual({ notifications: [], has_more: false, unread: 0 })
  expect((await read(other, 999_999_999)).body).toEqual({ unread: 0 })
  expect((await read(user, last)).body).toEqual({ unread: 19 })
  expect((await list(user)).notifications.filter(({ read_at }) => read_at !== null)).toHaveLength(1)
  expect((await read(user, 999_999_999)).body).toEqual({ unread: 0 })
})

test('unread notifications are counted up to 100', async () => {
  const user = await signUp(market)
  await notifyOf(user, 103)
  expect((await list(user)).unread).toBe(100)
})

test('each role chooses among its mails; contractually required ones cannot be switched off', async () => {
  for (const role of ['buyer', 'seller', 'admin'] as const) {
    const user = role === 'admin' ? admin : await signUp(market, { role })
    const before = (await preferences(user)).body.preferences
    expect(before).toEqual(MAIL_KINDS[role].map((mail) => ({ ...mail, wanted: true })))
    const optional = MAIL_KINDS[role].find(({ always }) => !always)?.kind
    const { body } = await prefer(user, { preferences: [{ kind: optional, wanted: false }] })
    expect(body.preferences.filter(({ wanted }) => !wanted)).toEqual([{ kind: optional, wanted: false, always: false }])
    expect((await preferences(user)).body).toEqual(body)
    await prefer(user, { preferences: [{ kind: optional, wanted: true }] })
    expect((await preferences(user)).body.preferences).toEqual(before)
    for (const { kind } of MAIL_KINDS[role].filter(({ always }) => always)) {
      const refused = await prefer(user, { preferences: [{ kind, wanted: false }] })
      expect([refused.status, refused.body.code]).toEqual([400, 'mail_always_sent'])
    }
  }
  const buyer = await signUp(market)
  expect((await prefer(buyer, { preferences: [{ kind: 'order_late', wanted: false }] })).status).toBe(400)
  expect((await prefer(buyer, { preferences: [{ kind: 'nonsense', wanted: false }] })).status).toBe(400)
  expect((await prefer(buyer, {})).status).toBe(400)
})

test('sellers are notified of admins’ actions, with the reason, until the action is undone', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Green Tea' })
  const body = { product_ids: [product_id], reason: 'A copy of another one' }
  const deleted = await call(market, 'POST', '/api/admin/products/delete', { as: admin, body })
  expect(deleted.status).toBe(200)
  const { notifications, unread } = await list(seller)
  expect(unread).toBe(1)
  expect(notifications[0]).toMatchObject({
    kind: 'delete_product',
    facts: { subject: 'Green Tea', reason: 'A copy of another one' },
    path: '/seller/products',
  })
  await call(market, 'POST', '/api/admin/products/restore', { as: admin, body: { product_ids: [product_id] } })
  expect((await list(seller)).notifications).toEqual([])
})

test('notifications are deleted after 180 days', async () => {
  const user = await signUp(market)
  await notifyOf(user, 2, new Date(Date.now() - 181 * 24 * 3600 * 1000))
  await notifyOf(user, 1, new Date(Date.now() - 179 * 24 * 3600 * 1000))
  await deleteBatches({ db: market.db, clock: () => new Date(), expired: expiredRows })
  expect((await list(user)).notifications).toHaveLength(1)
})

test('pages of notifications and the count of unread ones are read from indexes', async () => {
  const user = await signUp(market)
  await notifyOf(user, 1)
  const plan = await market.db.connection().execute(async (db) => {
    await sql`set enable_seqscan = off`.execute(db)
    return sql<Record<string, string>>`
      explain select * from notifications where user_id = ${user.user_id} and notification_number < 1000
      order by notification_number desc limit 21`.execute(db)
  })
  const lines = plan.rows.flatMap((row) => Object.values(row)).join('\n')
  expect(lines).toContain('notifications_user_idx')
  expect(lines).not.toContain('Sort')
})
