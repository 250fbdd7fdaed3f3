import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { callAuth, signUp } from '../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../tests/support/api.ts'
import { connectionUrl } from '../../tests/support/connection-url.ts'
import { createProduct } from '../../tests/support/product-form.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { checkInvariants } from '../check/check-invariants.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openBlobs } from '../storage/open-blobs.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

// The commands as an operator types them, for a market on a PostgreSQL of its own whose files are in S3.

const CLI = join(import.meta.dirname, '../../cli')
let folder: string
let s3: S3rver
let market: TestApp
/** Where the market is, and where it is to come back, as settings say it. */
let here: Place
let there: Place
let emptyDatabase: TestDatabase

interface Place {
  DATABASE_URL: string
  DATA_DIR: string
  STORAGE_URL: string
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openstall-backup-s3-'))
  const configureBuckets = ['stall', 'fresh'].map((name) => ({ name, configs: [] }))
  const directory = join(folder, 'buckets')
  s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = (await s3.run()) as AddressInfo
  const urlOf = (bucket: string) => `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=off`
  emptyDatabase = await createEmptyDatabase()
  market = await createTestApp({ config: { s3: readConfig({ STORAGE_URL: urlOf('stall') }, false).s3 } })
  here = {
    DATABASE_URL: connectionUrl(market.connection),
    DATA_DIR: market.config.dataDir,
    STORAGE_URL: urlOf('stall'),
  }
  there = {
    DATABASE_URL: connectionUrl(emptyDatabase.connection),
    DATA_DIR: join(folder, 'there'),
    STORAGE_URL: urlOf('fresh/market'),
  }
})
afterAll(async () => {
  await market?.close()
  await emptyDatabase?.drop()
  await s3?.close()
  await rm(folder, { recursive: true, force: true })
})

async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const db = connectDatabase(database.connection, { max: 1 })
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
  return database
}

/** Runs a command in an environment that says no more than where the market is. */
function run(place: Place, tool: string, given: string[] = []): Promise<{ code: number; output: string }> {
  const settings = { cwd: folder, env: { ...place } }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(CLI, tool), ...given], settings, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

/** While `work` is done, a buyer orders, and a seller makes products with pictures and deletes every other one. */
async function underLoad<T>(productId: string, work: () => Promise<T>): Promise<T> {
  let over = false
  let [ordered, made] = [0, 0]
  async function order(): Promise<void> {
    const buyer = await signUp(market)
    for (; !over; ordered++) {
      await addToCart(market, buyer, productId)
      expect((await call(market, 'POST', '/api/orders', { as: buyer, body: checkout })).status).toBe(201)
    }
  }
  async function sell(): Promise<void> {
    const seller = await signUp(market, { role: 'seller' })
    for (; !over; made++) {
      const path = `/api/seller/products/${(await createProduct(market, seller)).product_id}`
      if (made % 2) expect((await call(market, 'DELETE', path, { as: seller })).status).toBeLessThan(300)
    }
  }
  const load = Promise.all([order(), sell()])
  try {
    await expect.poll(() => Math.min(ordered, made), { interval: 5 }).toBeGreaterThan(0)
    return await work()
  } finally {
    over = true
    await load
  }
}

/** The picture as it was sent, and a width of it that is made on demand. */
const picturesAt = (address: string, { app }: TestApp) =>
  Promise.all(
    [address, address.replace(/(\?|$)/, '?width=320&')].map(async (url) => {
      const { statusCode, rawPayload } = await app.inject(url)
      expect([url, statusCode]).toEqual([url, 200])
      return rawPayload
    }),
  )

test('a bucket that does not exist stops a backup and a restore before anything is written', async () => {
  const backup = join(folder, 'never')
  const nowhere = readConfig({ ...there, STORAGE_URL: there.STORAGE_URL.replace('fresh', 'nowhere') }, false)
  const source = (config: Config) => ({ ...market, blobs: openBlobs(config).blobs, log: () => {} })
  const told = 'The file store cannot be used (NotFound)'
  await expect(backUp(source(nowhere), backup)).rejects.toThrow(told)
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('never'))
  await backUp(source(market.config), backup)
  const place = { connection: emptyDatabase.connection, config: nowhere, log: () => {} }
  await expect(restore(place, backup)).rejects.toThrow(told)
  expect(await readdir(folder)).not.toContain('there')
  const db = connectDatabase(emptyDatabase.connection, { max: 1 })
  expect((await sql`select to_regclass('users') as users`.execute(db)).rows).toEqual([{ users: null }])
  await db.destroy()
})

test('F10: with files in S3 a market in use is copied, and comes back into an empty database and an empty bucket', async () => {
  const backup = join(folder, 'backup')
  const [seller, buyer] = await Promise.all([signUp(market, { role: 'seller' }), signUp(market)])
  const { product_id, featured_image } = await createProduct(market, seller)
  const pictures = await picturesAt(featured_image, market)
  await addToCart(market, buyer, product_id, 2)
  const { body: order } = await call<Order>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  const copied = await underLoad(product_id, () => run(here, 'backup.ts', [backup]))
  expect(copied).toMatchObject({ code: 0, output: expect.stringMatching(/holds \d+ rows, [1-9]\d* files/) })

  expect(await run(there, 'restore.ts', [backup])).toMatchObject({
    code: 0,
    output: expect.stringContaining('all rules hold'),
  })
  const checked = run(there, 'db-check.ts')
  expect(await checkInvariants({ db: market.db, blobs: openBlobs(market.config).blobs })).toEqual([])
  // Of the files nothing stays on this machine.
  const kept = await readdir(there.DATA_DIR, { recursive: true, withFileTypes: true })
  expect(kept.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['secrets.json'])

  const { dataDir, s3: store } = readConfig({ ...there }, false)
  const database = { ...emptyDatabase, drop: async () => {} }
  const restored = await createTestApp({ config: { dataDir, s3: store }, database })
  const { email, password } = buyer
  const signedIn = await callAuth(restored, 'POST', '/token?grant_type=password', { body: { email, password } })
  const headers = { authorization: `Bearer ${signedIn.body.access_token}` }
  expect((await call(restored, 'GET', `/api/orders/${order.order_id}`, { headers })).body).toEqual(order)
  expect(await checked).toMatchObject({ code: 0, output: expect.stringContaining('all hold') })
  expect(await picturesAt(featured_image, restored)).toEqual(pictures)
  await restored.close()
})
