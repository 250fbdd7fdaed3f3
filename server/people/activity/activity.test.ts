import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { auditMessages } from '../../../shared/audit/messages.ts'
import type { Activity, ActivityPage, FailedTasks, Notices } from '../../../shared/audit/schema.ts'
import type { AdminOrder } from '../../../shared/orders/schema.ts'
import { bearer, makeAdmin, signIn, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, postOrder } from '../../../tests/support/api.ts'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { makeTasksDue } from '../../../tests/support/task-worker.ts'

const mail = await startMailServer()
afterAll(() => mail.close())
const market = await openForTests({ config: { smtpUrl: mail.url } })
const [admin, seller, rival] = await signUpAll(market, 'admin', 'seller', 'seller')
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Lamp' })

const noticesOf = async (as: TestAccount) => (await call<Notices>(market, 'GET', '/api/seller/notices', { as })).body
const act = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  call(market, method, `/api/admin${path}`, { as: admin, body })
const activity = async (query = '') =>
  (await call<ActivityPage>(market, 'GET', `/api/admin/activity${query}`, { as: admin })).body
async function placeOrder(): Promise<string> {
  const buyer = await signUp(market)
  await addToCart(market, buyer, lamp.product_id)
  return (await postOrder(market, buyer)).body.order_id
}

const failed = async () => (await call<FailedTasks>(market, 'GET', '/api/admin/tasks', { as: admin })).body

// First, as mails about the orders of other tests would be refused as well.
test('a task that has failed for good is shown to admins, who can retry it', async () => {
  mail.refuseWith = 451
  const headers = { apikey: market.deps.secrets.apiKey }
  await call(market, 'POST', '/auth/v1/recover', { headers, body: { email: admin.email } })
  const tried = sql<{ attempts: number }>`
    select attempts from graphile_worker.jobs where task_identifier = 'send_message' and last_error is not null and locked_at is null`
  await expect.poll(async () => (await tried.execute(market.db)).rows.length, { timeout: 60_000 }).toBe(1)
  expect(await failed()).toEqual({ tasks: [], is_more: false })

  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1 where locked_at is null`.execute(
    market.db,
  )
  await makeTasksDue(market.db)
  await expect.poll(async () => (await failed()).tasks.length, { timeout: 60_000 }).toBe(1)
  const [task] = (await failed()).tasks
  expect(task).toMatchObject({ task: 'send_message', attempts: 25 })
  expect(JSON.stringify(task)).not.toContain(admin.email)

  mail.refuseWith = undefined
  const retry = () => call(market, 'POST', `/api/admin/tasks/${task?.task_number}/retry`, { as: admin })
  expect((await retry()).status).toBe(204)
  expect((await mail.mailTo(admin.email)).subject).toBe('Reset your password')
  await expect.poll(failed).toEqual({ tasks: [], is_more: false })
  await expect.poll(async () => (await retry()).status).toBe(404)
})

describe('notices', () => {
  test('a deletion and its reason are shown to the seller until dismissed, or until the deletion is undone', async () => {
    const sofa = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Sofa' })
    const product_ids = [sofa.product_id]
    expect((await act('POST', '/products/delete', { product_ids, reason: ' Not safe ' })).status).toBe(200)
    const notice = { action: 'delete_product', subject: 'Sofa', to: 'deleted', reason: 'Not safe' }
    const shown = { ...notice, notice_number: expect.any(Number), created_at: expect.stringMatching(/Z$/) }
    expect(await noticesOf(seller)).toEqual({ total: 1, notices: [shown] })
    expect(await noticesOf(rival)).toEqual({ notices: [], total: 0 })
    await act('POST', '/products/restore', { product_ids })
    expect(await noticesOf(seller)).toEqual({ notices: [], total: 0 })
    // Clients that send no reason still work.
    expect((await act('DELETE', `/products/${sofa.product_id}`)).status).toBe(204)
    expect((await noticesOf(seller)).notices).toMatchObject([{ subject: 'Sofa', reason: null }])
    const [first] = (await noticesOf(seller)).notices
    const dismiss = (as: TestAccount) =>
      call(market, 'DELETE', `/api/seller/notices/${first?.notice_number}`, { as }).then(({ status }) => status)
    expect(await dismiss(rival)).toBe(404)
    expect((await noticesOf(seller)).total).toBe(1)
    expect(await dismiss(seller)).toBe(204)
    expect(await dismiss(seller)).toBe(404)
    expect(await noticesOf(seller)).toEqual({ notices: [], total: 0 })
  })

  test('an order state outside the usual sequence, or with a reason, is shown to sellers and in the history', async () => {
    const id = await placeOrder()
    await act('PATCH', `/orders/${id}`, { order_state: 'confirmed' })
    expect((await noticesOf(seller)).total).toBe(0)
    await act('PATCH', `/orders/${id}`, { order_state: 'delivered', reason: 'Seen by the courier' })
    await act('PATCH', `/orders/${id}`, { order_state: 'returned' })
    const common = { action: 'order_state', subject: id }
    expect((await noticesOf(seller)).notices).toMatchObject([
      { ...common, to: 'returned', reason: null },
      { ...common, to: 'delivered', reason: 'Seen by the courier' },
    ])
    expect((await noticesOf(rival)).total).toBe(0)
    const { body } = await call<AdminOrder>(market, 'GET', `/api/admin/orders/${id}`, { as: admin })
    expect(body.history.map(({ reason }) => reason)).toEqual([null, 'Seen by the courier', null])
  })

  test('a reinstated seller reads why the account was suspended', async () => {
    await act('POST', `/users/${rival.user_id}/suspend`, { reason: 'Forged brands' })
    await act('POST', `/users/${rival.user_id}/reinstate`)
    const headers = { ...rival.headers, ...bearer((await signIn(market, rival)).body.access_token) }
    expect((await noticesOf({ ...rival, headers })).notices).toMatchObject([
      { action: 'reinstate_user', reason: null },
      { action: 'suspend_user', reason: 'Forged brands' },
    ])
  })
})

describe('the activity', () => {
  test('lists what admins did, newest first, with filters and export', async () => {
    const boss = await makeAdmin(market)
    const user_metadata = JSON.stringify({ display_name: 'Grace Boss' })
    await market.db.updateTable('users').set({ user_metadata }).where('id', '=', boss.user_id).execute()
    const id = await placeOrder()
    const body = { order_state: 'cancelled', reason: '=Fraud' }
    await call(market, 'PATCH', `/api/admin/orders/${id}`, { as: boss, body })
    await call(market, 'PATCH', `/api/admin/products/${lamp.product_id}`, { as: boss, body: { flash_sale: true } })
    const { activities, ...about } = await activity('?q=grace')
    expect(about).toEqual({ total: 2, total_is_exact: true, page: 1, page_size: 20 })
    const by = { admin_id: boss.user_id, admin_name: 'Grace Boss' }
    expect(activities).toMatchObject([
      { ...by, action: 'flash_sale', target: lamp.product_id, from: 'false', to: 'true', reason: null },
      { ...by, action: 'order_state', target: id, from: 'pending', to: 'cancelled', reason: '=Fraud' },
    ])
    expect((await activity()).activities.slice(0, 2)).toEqual(activities)
    const found = async (query: string) => (await activity(query)).activities.map(({ action }) => action)
    expect(await found(`?q=${id.toLowerCase()}`)).toEqual(['order_state'])
    expect(await found(`?q=${boss.user_id.slice(0, 8)}&action=flash_sale`)).toEqual(['flash_sale'])
    expect(await found(`?q=${rival.email}`)).toEqual(['reinstate_user', 'suspend_user'])
    expect((await activity(`?q=${rival.user_id}`)).activities[0]).toMatchObject({ target_name: rival.email })
    // The day of the first action of this test, which may have been before midnight.
    const [first] = (await activity('?sort=time&direction=asc')).activities
    const today = first?.created_at.slice(0, 10)
    expect((await activity(`?from=${today}`)).total).toBe((await activity()).total)
    expect((await activity('?to=2001-01-01')).total).toBe(0)
    expect(await found('?q=no+such+admin')).toEqual([])

    const url = '/api/admin/activity.csv?q=grace'
    const lines = (await market.app.inject({ url, headers: admin.headers })).body.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\uFEFFTime (UTC),Admin ID,Admin,Action,Target,From,To,Reason')
    // E8: a spreadsheet does not evaluate it.
    expect(lines[2]).toMatch(new RegExp(`,Grace Boss,Order status,${id},pending,cancelled,'=Fraud$`))
    expect(lines).toHaveLength(3)
    const all = await market.app.inject({ url: '/api/admin/activity.csv', headers: admin.headers })
    expect(all.body.trimEnd().split('\r\n')).toHaveLength((await activity()).total + 1)
  })

  test('is sorted by each column, and one action is read by its number', async () => {
    const [newest] = (await activity()).activities
    const read = (number: unknown) => call(market, 'GET', `/api/admin/activity/${number}`, { as: admin })
    expect((await read(newest?.action_number)).body).toEqual(newest)
    expect(await read(999_999)).toMatchObject({ status: 404, body: { code: 'action_not_found' } })
    expect((await read('x')).status).toBe(400)

    const shown = async (query: string, of: (one: Activity) => string) =>
      (await activity(`?page_size=100&${query}`)).activities.map(of)
    const columns = {
      time: (one: Activity) => one.created_at,
      admin: (one: Activity) => one.admin_name.toLowerCase(),
      action: (one: Activity) => auditMessages.actions[one.action],
      target: (one: Activity) => one.target,
    }
    for (const [sort, of] of Object.entries(columns)) {
      const up = await shown(`sort=${sort}&direction=asc`, of)
      expect(up.length).toBeGreaterThan(5)
      expect([sort, up]).toEqual([sort, up.toSorted()])
      expect([sort, await shown(`sort=${sort}&direction=desc`, of)]).toEqual([sort, up.toReversed()])
    }
  })
})
