import { expect, onTestFinished, test } from 'vitest'
import { checkInvariants } from '../server/operate/check/check-invariants.ts'
import { openBlobs } from '../server/programs/storage/open-blobs.ts'
import { CATEGORY_SLUGS } from '../shared/catalog/standard-categories.ts'
import { ORDER_STATES } from '../shared/orders/constants.ts'
import { callAuth } from '../tests/support/accounts.ts'
import { createTestApp } from '../tests/support/test-app.ts'
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts'
import { requirePrivatePasswords } from './passwords.ts'
import { seedDemo } from './seed.ts'

test('A3: where others can reach the marketplace, demo accounts have random passwords, printed once', async () => {
  const testApp = await createTestApp({ config: { siteUrl: 'https://shop.example' } })
  onTestFinished(() => testApp.close())
  const { db, config, deps } = testApp
  const signIn = async (email: string, password: string) =>
    (await callAuth(testApp, 'POST', '/token?grant_type=password', { body: { email, password } })).status
  const log: string[] = []
  const seed = () => seedDemo(db, config, { secrets: deps.secrets, log: (line) => log.push(line), isSmall: true })
  await seed()
  const printed = new Map(
    [...log.join('\n').matchAll(/^ +(\S+@\S+) +password: (\S+)$/gm)].map(([, ...pair]) => pair as [string, string]),
  )
  expect([...printed.keys()]).toEqual(demoAccounts.map(({ email }) => email))
  expect(new Set(printed.values()).size).toBe(3)
  for (const [email, password] of printed)
    expect([await signIn(email, password), await signIn(email, DEMO_PASSWORD)]).toEqual([200, 400])
  await expect(requirePrivatePasswords(db, config)).resolves.toBeUndefined()
  const hashes = await db.selectFrom('users').select('id').where('password_hash', 'is not', null).execute()
  expect(hashes).toHaveLength(3)
  log.length = 0
  await seed()
  expect(log).toEqual([])
})

test('development starts with a small demo: products of every category with their pictures, orders in all states', async () => {
  const testApp = await createTestApp()
  onTestFinished(() => testApp.close())
  const { app, db, config, deps } = testApp
  await seedDemo(db, config, { secrets: deps.secrets, log: () => {}, isSmall: true })
  const products = await db.selectFrom('products').selectAll().execute()
  expect(products).toHaveLength(45)
  expect(new Set(products.flatMap(({ product_category }) => product_category))).toEqual(new Set(CATEGORY_SLUGS))
  const orders = await db.selectFrom('orders').select('order_state').execute()
  expect(orders).toHaveLength(60)
  expect(new Set(orders.map(({ order_state }) => order_state))).toEqual(new Set(ORDER_STATES))
  const [last] = products.slice(-1)
  for (const url of [products[0]?.featured_image, ...(last?.other_images ?? [])])
    for (const address of [`${url}`, `${url}&width=320`])
      expect((await app.inject(address)).headers['content-type']).toBe('image/webp')
  const { blobs } = openBlobs(config)
  onTestFinished(() => blobs.close())
  expect(await checkInvariants({ db, blobs })).toEqual([])
})
