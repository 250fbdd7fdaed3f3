import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { allDemoAccounts, DEMO_PASSWORD, demoAccounts, demoBuyers, demoSellers } from '../demo/accounts.ts'
import { requirePrivatePasswords } from '../demo/passwords.ts'
import { seedDemoMarketplace } from '../demo/seed.ts'
import { checkInvariants } from '../server/operate/check/check-invariants.ts'
import { openBlobs } from '../server/programs/storage/open-blobs.ts'
import * as accounts from './support/accounts.ts'
import { bearer, makeAdmin, signUp, type TestAccount } from './support/accounts.ts'
import { addToCart, call, checkout } from './support/api.ts'
import { connectionUrl } from './support/connection-url.ts'
import { addMethod } from './support/delivery.ts'
import { cancelUnits, orderOf } from './support/fulfilment.ts'
import { runInThisProcess } from './support/operator.ts'
import { buildProduct } from './support/products.ts'
import { startProcess } from './support/server-process.ts'
import { putStock } from './support/stock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createMarketDatabase } from './support/test-database.ts'

const SHOP = 'https://shop.example'
const [demoBuyer = '', demoSeller = '', demoAdmin = ''] = demoAccounts.map(({ email }) => email)

async function openDemo(config = {}): Promise<TestApp> {
  const { filesDir, ...database } = await createMarketDatabase()
  const testApp = await createTestApp({ database, filesDir, config })
  onTestFinished(() => testApp.close())
  return testApp
}

const signIn = (testApp: TestApp, email: string, password = DEMO_PASSWORD) =>
  accounts.signIn(testApp, { email, password })
const statusOf = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).status

async function signedIn(testApp: TestApp, email: string): Promise<TestAccount> {
  const { access_token: token, user } = (await signIn(testApp, email)).body
  return { user_id: user.id, email, token, headers: bearer(token) } as TestAccount
}

/** Orders two units of each of these products. */
const order = async (testApp: TestApp, as: TestAccount, products: string[]) => {
  const lines = products.map((product_id) => [{ product_id, product_number: 0 }, 2] as const)
  return (await orderOf(testApp, as, lines)).order_id
}

const countOf = async ({ db }: TestApp, query: string) =>
  Number((await sql<{ n: string }>`${sql.raw(`select count(*) as n from ${query}`)}`.execute(db)).rows[0]?.n)

describe('A3: the published password of the demo accounts', () => {
  test('stops the start once the marketplace is reachable by others, and each command named in the message resolves it', async () => {
    const testApp = await openDemo()
    const refused = startProcess('server/main.ts', {
      DATABASE_URL: connectionUrl(testApp.connection),
      DATA_DIR: testApp.config.dataDir,
      PORT: '0',
      SITE_URL: SHOP,
    })
    await vi.waitUntil(() => refused.child.exitCode !== null, 60_000)
    expect([refused.child.exitCode, refused.output()]).toEqual([
      1,
      expect.stringMatching(
        /admin@.* and 30 more demo accounts have the published password.*remove-demo.*demo-passwords/,
      ),
    ])
    const changed = await runInThisProcess(testApp, ['admin.ts', 'demo-passwords'], '', { SITE_URL: SHOP })
    expect([changed.code, changed.output]).toEqual([0, expect.stringContaining('31 accounts have lost')])
    expect(await statusOf(testApp, demoAdmin)).toBe(400)
    const [, printed = ''] = new RegExp(`${demoAdmin} +password: (\\S+)`).exec(changed.output) ?? []
    expect(await statusOf(testApp, demoAdmin, printed)).toBe(200)
    await expect(requirePrivatePasswords(testApp.db, { ...testApp.config, siteUrl: SHOP })).resolves.toBeUndefined()
    const again = await runInThisProcess(testApp, ['admin.ts', 'demo-passwords'])
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('No account has the published password') })
  })

  test('is refused at a public address and where other machines can connect, even if only one account has it', async () => {
    const { db, config } = await openDemo()
    await expect(requirePrivatePasswords(db, config)).resolves.toBeUndefined()
    const places = [{ siteUrl: SHOP }, { host: '0.0.0.0' }].map((place) => ({ ...config, ...place }))
    for (const place of places) await expect(requirePrivatePasswords(db, place)).rejects.toThrow(/published password/)
    await db.updateTable('users').set({ password_hash: null }).where('email', '<>', demoSeller).execute()
    for (const place of places) await expect(requirePrivatePasswords(db, place)).rejects.toThrow(`${demoSeller} has`)
  })
})

describe('remove-demo', () => {
  let testApp: TestApp
  const orders = { ofDemoOnly: '', mixed: '', real: '', ofDemoBuyer: '' }
  let product: string

  beforeAll(async () => {
    const { filesDir, ...database } = await createMarketDatabase()
    testApp = await createTestApp({ database, filesDir })
    const [buyer, other] = [await signUp(testApp), await signUp(testApp)]
    const seller = await signUp(testApp, { role: 'seller' })
    product = (await buildProduct(testApp, { seller_id: seller.user_id })).product_id
    await addMethod(testApp, seller)
    orders.ofDemoOnly = await order(testApp, buyer, ['PRD00001', 'PRD00002'])
    orders.mixed = await order(testApp, buyer, ['PRD00001', product])
    orders.real = await order(testApp, buyer, [product])
    // Part of it is cancelled, with its delivery.
    orders.ofDemoBuyer = await order(testApp, await signedIn(testApp, demoBuyer), ['PRD00001', product])
    await cancelUnits(testApp, seller, orders.ofDemoBuyer, [[2, 2]])
    const admins = [await makeAdmin(testApp), await signedIn(testApp, demoAdmin)]
    for (const [index, order_state] of ['confirmed', 'delivered'].entries()) {
      const path = `/api/admin/orders/${orders.real}`
      expect(
        (await call(testApp, 'PATCH', path, { as: admins[index] as TestAccount, body: { order_state } })).status,
      ).toBe(200)
    }
    // A page that the demo's admin wrote stays without its author.
    const body = { title: 'About us', body: '<p>Hello</p>', revision: 1 }
    const as = admins[1] as TestAccount
    expect((await call(testApp, 'PUT', '/api/admin/pages/about', { as, body })).status).toBe(200)
    // Units of a real product sold to demo buyers, and a checkout that has reserved demo and real products.
    await putStock(testApp, seller, product, { counted: true, set: 50 })
    orders.ofDemoBuyer = await order(testApp, await signedIn(testApp, demoBuyer), [product])
    for (const one of ['PRD00003', product]) await addToCart(testApp, buyer, one)
    expect((await call(testApp, 'POST', '/api/checkouts', { as: buyer, body: checkout })).status).toBe(201)
    await addToCart(testApp, other, 'PRD00003')
    await addToCart(testApp, other, product)
    return () => testApp.close()
  })

  test('refuses while other buyers have orders with products of the demo and others', async () => {
    const { code, output } = await runInThisProcess(testApp, ['admin.ts', 'remove-demo'])
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(new RegExp(`Nothing was removed: ${orders.mixed} are .*--with-orders`)),
    ])
    expect(await countOf(testApp, 'users')).toBe(allDemoAccounts.length + 4)
  })

  test('removes all accounts, products, orders, files and figures of the demo, and nothing else', async () => {
    const done = await runInThisProcess(testApp, ['admin.ts', 'remove-demo', '--with-orders'])
    expect([done.code, done.output]).toEqual([
      0,
      expect.stringMatching(/31 accounts, \d+ products, 304 orders, \d+ files/),
    ])
    const { blobs } = openBlobs(testApp.config)
    expect(await checkInvariants({ db: testApp.db, blobs })).toEqual([])
    const days = '(select from day_figures group by seller_id, day having sum(orders) <> 0) days'
    const left = await Promise.all(
      [
        'users',
        'products',
        'orders',
        'storage_objects',
        'storage_discards',
        'cart_lines',
        days,
        'site_page_versions',
      ].map((table) => countOf(testApp, table)),
    )
    expect(left).toEqual([4, 1, 1, 0, 0, 2, 2, 1])
    const files = await readdir(join(testApp.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toEqual([])
    const { rows } = await sql<object>`
      select total_sales, (select sum(orders) from day_figures where seller_id is null)::int as orders, (select array_agg(order_id) from orders) as ids
      from products`.execute(testApp.db)
    expect(rows).toEqual([{ total_sales: 2, orders: 1, ids: [orders.real] }])
    const { rows: stock } = await sql`
      select on_hand, reserved, (select array_agg(reason order by movement_number) from stock_movements) as reasons
      from stock`.execute(testApp.db)
    expect(stock).toEqual([{ on_hand: 48, reserved: 0, reasons: ['counted', 'correction'] }])
    for (const { user_id } of [...demoBuyers, ...Object.values(demoSellers)])
      expect(await countOf(testApp, `users where id = '${user_id}'`)).toBe(0)
  })

  test('leaves a working marketplace: numbers continue, and the demo does not come back', async () => {
    const buyer = await signUp(testApp)
    expect(Number((await order(testApp, buyer, [product])).slice(3))).toBeGreaterThan(
      Number(orders.ofDemoBuyer.slice(3)),
    )
    const { blobs } = openBlobs(testApp.config)
    expect(await checkInvariants({ db: testApp.db, blobs })).toEqual([])
    const options = { picturesDir: testApp.config.dataDir, now: new Date(), log: () => {} }
    expect(await seedDemoMarketplace(testApp.db, options)).toBe(false)
    const again = await runInThisProcess(testApp, ['admin.ts', 'remove-demo'])
    expect(again).toMatchObject({
      code: 0,
      output: expect.stringContaining('0 accounts, 0 products, 0 orders, 0 files'),
    })
  })
})
