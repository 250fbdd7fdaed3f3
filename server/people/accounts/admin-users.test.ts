import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../../db/tables.ts'
import type { AdminUser, AdminUserPage } from '../../../shared/accounts/schema.ts'
import { makeAdmin, refresh, signIn, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout, refusedWith } from '../../../tests/support/api.ts'
import { inSequence, lockProduct } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { createProduct, drawPng, sendProduct, wellFilled } from '../../../tests/support/product-form.ts'
import { buildProduct, buildProducts, deleteProduct, type TestProduct } from '../../../tests/support/products.ts'
import { checkRows } from '../../operate/check/check-invariants.ts'
import { accountLinks } from '../../operate/start/account-links.ts'
import { demote, suspend } from './change-as-operator.ts'

const market = await openForTests()
const admin = await makeAdmin(market)

const list = (query = '', shop = market, as = admin) =>
  call<AdminUserPage>(shop, 'GET', `/api/admin/users${query}`, { as })
const act = (what: 'suspend' | 'reinstate', { user_id }: { user_id: string }, as = admin) =>
  call<AdminUser & { code?: string; message?: string }>(market, 'POST', `/api/admin/users/${user_id}/${what}`, { as })
const inShop = async ({ product_id }: Pick<TestProduct, 'product_id'>) =>
  (await call(market, 'GET', `/api/products/${product_id}`)).status === 200
const holdProducts = (holding: Db) => sql`lock table products in share mode`.execute(holding)
const holdAccount =
  ({ user_id }: TestAccount) =>
  (holding: Db) =>
    holding.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
const actionsOn = ({ user_id }: TestAccount) =>
  market.db
    .selectFrom('admin_actions')
    .select(['action', 'admin_id', 'from_value', 'to_value'])
    .where('target', '=', user_id)
    .orderBy('action_number')
    .execute()

const shop = await openForTests()
const boss = await makeAdmin(shop)

describe('the list', () => {
  test('shows pages of 20, newest first, with an exact count, up to the last page', async () => {
    const older = Array.from({ length: 64 }, (_, index) => ({
      email: `user${index}@example.com`,
      created_at: new Date(Date.UTC(2025, 0, 1) - index * 1000),
    }))
    await shop.db.insertInto('users').values(older).execute()
    const expected = [boss, ...older].map(({ email }) => email)
    for (const page of [1, 2, 3, 4, 5]) {
      const { body } = await list(`?page=${page}`, shop, boss)
      expect(body.users.map(({ email }) => email)).toEqual(expected.slice((page - 1) * 20, page * 20))
      expect(body).toMatchObject({ total: 65, page, page_size: 20 })
    }
  })

  test('is narrowed to a role, with a search, a count and pages', async () => {
    const shop = await openForTests()
    const boss = await makeAdmin(shop)
    const account = (email: string, role: 'buyer' | 'seller', second: number) => ({
      email,
      role,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
    })
    const sellingLamps = Array.from({ length: 22 }, (_, at) => account(`lamps${at}@narrow.example`, 'seller', at))
    const buyingLamps = account('lamps@buyer.example', 'buyer', 30)
    await shop.db
      .insertInto('users')
      .values([...sellingLamps, buyingLamps])
      .execute()
    const read = async (query: string) => (await list(query, shop, boss)).body
    const emails = ({ users }: AdminUserPage) => users.map(({ email }) => email)
    const sellers = await read('?role=seller&page=2&sort=email&direction=asc')
    expect([sellers.total, sellers.total_is_exact, emails(sellers)]).toEqual([
      22,
      true,
      ['lamps8@narrow.example', 'lamps9@narrow.example'],
    ])
    expect((await read('?role=seller')).users.every(({ role }) => role === 'seller')).toBe(true)
    expect(emails(await read('?role=buyer&q=lamps'))).toEqual(['lamps@buyer.example'])
    expect(emails(await read('?role=admin'))).toEqual([boss.email])
    const { user_id = '' } = (await read('?role=buyer&q=lamps')).users[0] ?? {}
    expect((await read(`?role=buyer&q=${user_id}`)).total).toBe(1)
    expect((await read(`?role=seller&q=${user_id}`)).total).toBe(0)
    expect((await list('?role=stranger', shop, boss)).status).toBe(400)

    // The export has the same accounts, oldest first, even where a batch ends among accounts of the same time.
    const exported = async (query = '') => {
      const { body } = await shop.app.inject({ url: `/api/admin/users.csv${query}`, headers: boss.headers })
      return body.split('\r\n').slice(0, -1)
    }
    const moment = sql<Date>`'2026-02-01 00:00:00.123456+00'::timestamptz`
    const many = Array.from({ length: 1_100 }, (_, index) => ({ email: `m${index}@many.example`, created_at: moment }))
    await shop.db.insertInto('users').values(many).execute()
    const all = await exported()
    expect(all[0]).toBe('\uFEFFUser ID,Name,Email,Role,Created (UTC),Last sign-in (UTC),State')
    expect(all[1]).toMatch(
      /^[\w-]{36},lamps0@narrow\.example,lamps0@narrow\.example,Seller,2026-01-01T00:00:00\.000Z,,Active$/,
    )
    expect(new Set(all.slice(1).map((line) => line.slice(0, 36))).size).toBe(22 + 1 + 1_100 + 1)
    expect(await exported('?role=seller')).toHaveLength(1 + 22)
    expect(await exported('?role=buyer&q=lamps')).toHaveLength(1 + 1)
    expect(await exported(`?q=${user_id}`)).toHaveLength(1 + 1)
  })

  test('is sorted by each column in either direction, with a search and without', async () => {
    const day = (number: number) => new Date(`2026-01-0${number}T00:00:00Z`)
    await shop.db
      .insertInto('users')
      .values([
        { email: 'c@sorted.example', role: 'seller', created_at: day(1), last_sign_in_at: day(4) },
        { email: 'a@sorted.example', role: 'buyer', created_at: day(2), banned_until: new Date('9999-01-01') },
        { email: 'b@sorted.example', role: 'buyer', created_at: day(3), last_sign_in_at: day(3) },
      ])
      .execute()
    const user_metadata = JSON.stringify({ display_name: ' Zoe ' })
    await shop.db.updateTable('users').set({ user_metadata }).where('email', '=', 'a@sorted.example').execute()
    for (const search of ['sorted', 'd']) {
      const sorted = async (sort: string) => {
        const [up, down] = await Promise.all(
          ['asc', 'desc'].map(async (direction) => {
            const { body } = await list(`?q=${search}&sort=${sort}&direction=${direction}`, shop, boss)
            return body.users.flatMap(({ email }) => (email?.includes('@sorted') ? [email[0]] : [])).join('')
          }),
        )
        expect([sort, down]).toEqual([sort, [...(up ?? '')].reverse().join('')])
        return up
      }
      expect(await sorted('created')).toBe('cab')
      expect(await sorted('name')).toBe('bca')
      expect(await sorted('email')).toBe('abc')
      expect(await sorted('role')).toBe('abc')
      expect(await sorted('last_sign_in')).toBe('abc')
      expect(await sorted('state')).toBe('cba')
    }
    const all = await list('?sort=email&direction=asc&page_size=2&page=2', shop, boss)
    expect(all.body).toMatchObject({ total: 68, total_is_exact: true })
    expect((await list('?sort=password', shop, boss)).status).toBe(400)
  })

  test('shows name, address, role, times and state, and nothing secret', async () => {
    const { user_id, email } = await signUp(market, { role: 'seller', email: 'first.last@example.com' })
    const user_metadata = JSON.stringify({ display_name: 'Lea Müller' })
    await market.db.updateTable('users').set({ user_metadata }).where('id', '=', user_id).execute()
    const expected = {
      user_id,
      name: 'Lea Müller',
      email,
      role: 'seller',
      created_at: expect.stringMatching(/Z$/),
      last_sign_in_at: expect.stringMatching(/Z$/),
      state: 'active',
      avatar_url: null,
    }
    for (const text of ['first.last', 'LEA MÜ', 'üll', 't@', 'st.la']) {
      const { body, headers } = await list(`?q=${encodeURIComponent(text)}`)
      expect([text, body.users]).toEqual([text, expect.arrayContaining([expected])])
      expect(headers['cache-control']).toBe('no-store')
    }
    const whole = { users: [expected], total: 1, total_is_exact: true, page: 1, page_size: 20 }
    expect((await list('?q=first.last')).body).toEqual(whole)
  })

  test('users without a name are shown by their address, guests as User', async () => {
    const blank = JSON.stringify({ display_name: ' \t' })
    const named = [{ email: 'plain@example.org' }, { email: 'blank@example.org', user_metadata: blank }]
    await market.db.insertInto('users').values(named).execute()
    const anonymous = market.db.insertInto('users').values({ email: null, is_anonymous: true })
    const { id } = await anonymous.returning('id').executeTakeFirstOrThrow()
    expect((await list('?q=plain@')).body.users).toMatchObject([{ name: 'plain@example.org', role: 'buyer' }])
    expect((await list('?q=blank@')).body.users).toMatchObject([{ name: 'blank@example.org' }])
    const guest = (await list()).body.users.find(({ user_id }) => user_id === id)
    expect(guest).toMatchObject({ name: 'User', email: null, last_sign_in_at: null })
  })
})

describe('suspending', () => {
  test('A4: ends the sessions at once, refuses sign-in, and can be undone', async () => {
    const user = await signUp(market)
    const elsewhere = await signIn(market, user)
    const { status, body } = await act('suspend', user)
    expect([status, body.state, body.user_id]).toEqual([200, 'suspended', user.user_id])
    expect((await call(market, 'GET', '/api/cart', { as: user })).status).toBe(401)
    for (const token of [user.refresh_token, elsewhere.body.refresh_token])
      expect((await refresh(market, token)).status).toBe(400)
    expect(await signIn(market, user)).toMatchObject(refusedWith(400, 'user_banned'))
    expect((await list(`?q=${user.email}`)).body.users[0]?.state).toBe('suspended')

    expect((await act('reinstate', user)).body.state).toBe('active')
    expect((await signIn(market, user)).status).toBe(200)
    // Ended sessions stay ended.
    expect((await call(market, 'GET', '/api/cart', { as: user })).status).toBe(401)
    const by = { admin_id: admin.user_id }
    expect(await actionsOn(user)).toEqual([
      { ...by, action: 'suspend_user', from_value: 'active', to_value: 'suspended' },
      { ...by, action: 'reinstate_user', from_value: 'suspended', to_value: 'active' },
    ])
  })

  test('suspending twice, or reinstating an active account, changes nothing', async () => {
    const user = await signUp(market)
    expect((await act('reinstate', user)).body.state).toBe('active')
    expect(await actionsOn(user)).toEqual([])
    for (const user_id of [user.user_id, user.user_id.toUpperCase()])
      expect((await act('suspend', { user_id })).body.state).toBe('suspended')
    expect(await actionsOn(user)).toHaveLength(1)
  })

  // catches: suspending-accounts-unlocked
  test('of two admins who suspend each other concurrently one remains', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await makeAdmin(market), await makeAdmin(market)]
      const responses = await Promise.all([act('suspend', two, one), act('suspend', one, two)])
      const statuses = responses.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(200)
      expect([401, 403]).toContain(statuses[1])
    }
  })
})

describe("a suspended seller's products", () => {
  test('leave the shop and come back, except those that were deleted', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const seller_id = seller.user_id
    const products = await buildProducts(market, [
      { seller_id, flash_sale: true, product_name: 'Quuxophone' },
      { seller_id },
      { seller_id },
    ])
    const [first, own, byAdmin] = products
    if (!first || !own || !byAdmin) throw new Error('no products were created')
    const other = await buildProduct(market)
    await deleteProduct(market, own.product_id)
    await call(market, 'DELETE', `/api/admin/products/${byAdmin.product_id}`, { as: admin })
    const found = async () =>
      (await call<{ products: object[] }>(market, 'GET', '/api/search?q=Quuxophone')).body.products.length

    await act('suspend', seller)
    expect(await Promise.all([...products, other].map(inShop))).toEqual([false, false, false, true])
    expect(await found()).toBe(0)
    await act('reinstate', seller)
    expect(await Promise.all(products.map(inShop))).toEqual([true, false, false])
    expect(await found()).toBe(1)
  })

  test('cannot be bought or restored meanwhile', async () => {
    const [seller, buyer] = [await signUp(market, { role: 'seller' }), await signUp(market)]
    const [inCart, deleted] = await buildProducts(market, [
      { seller_id: seller.user_id },
      { seller_id: seller.user_id },
    ])
    if (!inCart || !deleted) throw new Error('no products were created')
    await addToCart(market, buyer, inCart.product_id)
    const selection = { as: admin, body: { product_ids: [deleted.product_id] } }
    await call(market, 'POST', '/api/admin/products/delete', selection)
    await act('suspend', seller)
    expect((await call(market, 'POST', '/api/orders', { as: buyer, body: checkout })).status).toBe(409)
    await call(market, 'POST', '/api/admin/products/restore', selection)
    expect(await inShop(deleted)).toBe(false)
    await act('reinstate', seller)
    expect([await inShop(inCart), await inShop(deleted)]).toEqual([true, true])
  })

  // catches: seller-unlocked
  test('that are added during the suspension are hidden like the others', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const create = () => createProduct(market, seller)
    const [created, suspended] = await inSequence(market.db, holdProducts, create, () => act('suspend', seller))
    expect(suspended.status).toBe(200)
    expect(await inShop(created)).toBe(false)
    await act('reinstate', seller)
    expect(await inShop(created)).toBe(true)
  })

  // catches: seller-unlocked
  test('that are restored during the suspension are hidden like the others', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const deleted = await buildProduct(market, { seller_id: seller.user_id })
    const selection = { as: admin, body: { product_ids: [deleted.product_id] } }
    await call(market, 'POST', '/api/admin/products/delete', selection)
    const restore = () => call(market, 'POST', '/api/admin/products/restore', selection)
    const hold = lockProduct(deleted.product_id)
    const [restored, suspended] = await inSequence(market.db, hold, restore, () => act('suspend', seller))
    expect([restored.status, suspended.status]).toEqual([200, 200])
    expect(await inShop(deleted)).toBe(false)
    await act('reinstate', seller)
    expect(await inShop(deleted)).toBe(true)
  })

  test('are not created during the suspension', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const suspend = () => act('suspend', seller)
    const files = { featured: await drawPng('#c84') }
    const create = () => sendProduct(market, 'POST', '/api/seller/products', { as: seller, product: wellFilled, files })
    const [suspended, created] = await inSequence(market.db, holdAccount(seller), suspend, create)
    expect([suspended.status, created.status]).toEqual([200, 404])
    const products = market.db.selectFrom('products').select('product_id').where('seller_id', '=', seller.user_id)
    expect(await products.execute()).toEqual([])
  })

  test('are hidden and shown in batches, with consistent lists after each, and follow the last of several changes', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const categories = ['Audio', 'Toys', 'TVs']
    const total = async () => (await call<{ total: number }>(market, 'GET', '/api/categories/all/products')).body.total
    const before = await total()
    const many = Array.from({ length: 1_400 }, (_, index) => ({
      seller_id: seller.user_id,
      product_category: categories.slice(0, 1 + (index % 3)),
    }))
    const products = await buildProducts(market, many)
    expect(await total()).toBe(before + many.length)
    for (const [what, rest] of [
      ['suspend', before],
      ['reinstate', before + many.length],
    ] as const) {
      expect((await act(what, seller)).status).toBe(200)
      do expect((await checkRows(market.db)).findings).toEqual([])
      while ((await total()) !== rest)
    }
    for (const what of ['suspend', 'reinstate', 'suspend', 'reinstate', 'suspend'] as const)
      expect((await act(what, seller)).status).toBe(200)
    const shown = () => Promise.all(products.slice(-2).map(inShop))
    await expect.poll(shown, { timeout: 60_000, interval: 200 }).toEqual([false, false])
    await act('reinstate', seller)
    await expect.poll(shown, { timeout: 60_000, interval: 200 }).toEqual([true, true])
    expect((await checkRows(market.db)).findings).toEqual([])
  })
})

// In one process: two commands would not reach the lock at the same time.
// catches: admins-unlocked
test('of the last two admins, demoted and suspended concurrently, one remains', async () => {
  const { db } = market
  const deps = { db, ...accountLinks }
  await db.updateTable('users').set({ role: 'buyer' }).where('role', '=', 'admin').execute()
  const [first, second] = [await makeAdmin(market), await makeAdmin(market)]
  const now = new Date()
  for (let round = 0; round < 20; round++) {
    const both = db.updateTable('users').where('id', 'in', [first.user_id, second.user_id])
    await both.set({ role: 'admin', banned_until: null }).execute()
    const acts = [demote(deps, first.email, now), suspend(deps, second.email, now)]
    const ends = await Promise.allSettled(round % 2 ? acts : acts.toReversed())
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'only_admin' } })
  }
})
