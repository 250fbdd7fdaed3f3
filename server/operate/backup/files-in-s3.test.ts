import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { afterAll, expect, test } from 'vitest'
import { connectDatabase } from '../../../db/connect.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { callAuth, signUp } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { openFolder } from '../../../tests/support/open-folder.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { runInThisProcess } from '../../../tests/support/operator.ts'
import { createProduct } from '../../../tests/support/product-form.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { underLoad } from '../../../tests/support/under-load.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { openBlobs } from '../../programs/storage/open-blobs.ts'
import { checkInvariants } from '../check/check-invariants.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

// The operator's commands, for a marketplace with DATABASE_URL and files in S3.

const folder = await openFolder()

const configureBuckets = ['openstall', 'fresh'].map((name) => ({ name, configs: [] }))
const directory = join(folder, 'buckets')
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
const { port } = (await s3.run()) as AddressInfo
afterAll(() => s3.close())
const urlOf = (bucket: string) => `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=off`
const emptyDatabase = await createEmptyDatabase()
afterAll(() => emptyDatabase.drop())
const market = await openForTests({ config: { s3: readConfig({ STORAGE_URL: urlOf('openstall') }, false).s3 } })
/** The settings of the marketplace, and of the empty one into which it is restored. */
const source = { connection: market.connection, config: { dataDir: market.config.dataDir }, bucket: 'openstall' }
const target = {
  connection: emptyDatabase.connection,
  config: { dataDir: join(folder, 'target') },
  bucket: 'fresh/marketplace',
}
const configOf = (bucket: string) => readConfig({ DATA_DIR: target.config.dataDir, STORAGE_URL: urlOf(bucket) }, false)

async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const db = connectDatabase(database.connection, { max: 1 })
  await sql`drop schema if exists public, sandbox, graphile_worker cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
  return database
}

/** Runs a command with these settings. */
const run = ({ connection, config, bucket }: typeof source, ...command: string[]) =>
  runInThisProcess({ connection, config }, command, '', { STORAGE_URL: urlOf(bucket) })

/** Returns a picture as stored, and a smaller width, which is created on demand. */
const picturesAt = (address: string, { app }: TestApp) =>
  Promise.all(
    [address, address.replace(/(\?|$)/, '?width=320&')].map(async (url) => {
      const { statusCode, rawPayload } = await app.inject(url)
      expect([url, statusCode]).toEqual([url, 200])
      return rawPayload
    }),
  )

test('a bucket that does not exist stops a backup and a restore before anything is written', async () => {
  const backup = join(folder, 'refused')
  const nowhere = configOf('nowhere/marketplace')
  const sourceOf = (config: Config) => ({ ...market, blobs: openBlobs(config).blobs, log: () => {} })
  const message = 'The file store cannot be used (NotFound)'
  await expect(backUp(sourceOf(nowhere), backup)).rejects.toThrow(message)
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('refused'))
  await backUp(sourceOf(market.config), backup)
  const emptyTarget = { connection: emptyDatabase.connection, config: nowhere, log: () => {} }
  await expect(restore(emptyTarget, backup)).rejects.toThrow(message)
  expect(await readdir(folder)).not.toContain('target')
  const db = connectDatabase(emptyDatabase.connection, { max: 1 })
  expect((await sql`select to_regclass('users') as users`.execute(db)).rows).toEqual([{ users: null }])
  await db.destroy()
})

test('F10: with files in S3, a marketplace in use is backed up and restored into an empty database and bucket', async () => {
  const backup = join(folder, 'backup')
  const [seller, buyer] = await Promise.all([signUp(market, { role: 'seller' }), signUp(market)])
  const { product_id, featured_image } = await createProduct(market, seller)
  const pictures = await picturesAt(featured_image, market)
  await addToCart(market, buyer, product_id, 2)
  const { body: order } = await call<Order>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  const copied = await underLoad(market, product_id, () => run(source, 'backup.ts', backup))
  expect(copied).toMatchObject({ code: 0, output: expect.stringMatching(/holds \d+ rows, [1-9]\d* files/) })

  expect(await run(target, 'restore.ts', backup)).toMatchObject({
    code: 0,
    output: expect.stringContaining('all rules hold'),
  })
  expect(await run(target, 'db-check.ts')).toMatchObject({ code: 0, output: expect.stringContaining('all hold') })
  expect(await checkInvariants({ db: market.db, blobs: openBlobs(market.config).blobs })).toEqual([])
  // No file remains on this machine.
  const left = await readdir(target.config.dataDir, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['secrets.json'])

  const { dataDir, s3: store } = configOf(target.bucket)
  const database = { ...emptyDatabase, drop: async () => {} }
  const restored = await createTestApp({ config: { dataDir, s3: store }, database })
  const { email, password } = buyer
  const signedIn = await callAuth(restored, 'POST', '/token?grant_type=password', { body: { email, password } })
  const headers = { authorization: `Bearer ${signedIn.body.access_token}` }
  expect((await call(restored, 'GET', `/api/orders/${order.order_id}`, { headers })).body).toMatchObject(order)
  expect(await picturesAt(featured_image, restored)).toEqual(pictures)
  await restored.close()
})
