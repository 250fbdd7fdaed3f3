import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '../../../db/connect.ts'
import { hashFile } from '../../../db/files.ts'
import type { AccountSession, Challenge } from '../../../shared/auth/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { bearer, callAuth, signIn } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { addAuthenticator } from '../../../tests/support/authenticator.ts'
import { openFolder } from '../../../tests/support/open-folder.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { createProduct } from '../../../tests/support/product-form.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { underLoad } from '../../../tests/support/under-load.ts'
import type { Config } from '../../platform/config/config.ts'
import { openSecrets } from '../../platform/keys/secrets.ts'
import type { Blobs } from '../../programs/storage/blobs.ts'
import { openBlobs } from '../../programs/storage/open-blobs.ts'
import { createStorage } from '../../programs/storage/storage.ts'
import { removeDeletedPictures } from '../../shop/catalog/editing/remove-deleted-pictures.ts'
import { checkInvariants } from '../check/check-invariants.ts'
import { backUp } from './back-up.ts'
import { checkBackup, MANIFEST, tablePath } from './manifest.ts'
import { restore } from './restore.ts'

const log = () => {}
const folder = await openFolder()
const market = await openForTests()
const [seller, buyer] = await signUpAll(market, 'seller', 'buyer')
const source = () => ({ ...market, blobs: openBlobs(market.config).blobs, log })

async function lastProductNumber({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last_value as last from product_numbers`.execute(db)
  return Number(rows[0]?.last)
}

const product = await createProduct(market, seller)
const picture = {
  path: product.featured_image,
  bytes: (await market.app.inject(product.featured_image)).rawPayload,
}
await addToCart(market, buyer, product.product_id, 3)
const { body: order } = await call<Order>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
/** The address of the buyer's messages about the order. */
const conversation = `/api/orders/${order.order_id}/seller-orders/1/messages`
const first = { message_id: randomUUID(), text: 'Is it green?' }
await call(market, 'POST', conversation, { as: buyer, body: first })
const authenticator = await addAuthenticator(market, buyer.token)
/** The backup that these tests restore. */
const saved = join(folder, 'saved')
/** The last product number drawn before the backup; some products of earlier numbers were removed. */
const taken = await lastProductNumber(market)
await underLoad(market, product.product_id, () => backUp(source(), saved))

interface Target {
  database: TestDatabase
  connection: TestDatabase['connection']
  config: Config
  close(): Promise<void>
}

/** Returns a migrated database without rows, and an empty data folder. */
async function createEmptyTarget(): Promise<Target> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(folder, 'target-'))
  return {
    database,
    connection: database.connection,
    config: { ...market.config, dataDir },
    close: () => database.drop(),
  }
}

// Into a database without a schema: files-in-s3.test.ts.
test('F10: a backup written under load is completely restored into a migrated database', async () => {
  const target = await createEmptyTarget()
  await restore({ ...target, log }, saved)
  const later = () => new Date(Date.now() + 90_000)
  const deps = { clock: later, secrets: await openSecrets(target.config) }
  const restored = await createTestApp({ database: target.database, config: { dataDir: target.config.dataDir }, deps })
  try {
    expect(await checkInvariants({ db: restored.db, blobs: openBlobs(target.config).blobs })).toEqual([])

    const signedIn = await signIn(restored, buyer)
    expect(signedIn.status).toBe(200)
    const headers = bearer(signedIn.body.access_token)
    const challenge = await callAuth<Challenge>(restored, 'POST', `/factors/${authenticator.id}/challenge`, {
      body: {},
      headers,
    })
    const verified = await callAuth<AccountSession>(restored, 'POST', `/factors/${authenticator.id}/verify`, {
      body: { challenge_id: challenge.body.id, code: authenticator.app.codeAt(later()) },
      headers,
    })
    expect(verified.status).toBe(200)

    const raised = bearer(verified.body.access_token)
    expect((await call(restored, 'GET', `/api/orders/${order.order_id}`, { headers: raised })).body).toMatchObject(
      order,
    )
    expect((await restored.app.inject(picture.path)).rawPayload).toEqual(picture.bytes)

    // Numbers continue, and triggers derive rows again.
    const next = { message_id: randomUUID(), text: 'And big?' }
    const sent = await call(restored, 'POST', conversation, { headers: raised, body: next })
    expect(sent).toMatchObject({ status: 200, body: { number: 2 } })
    expect((await call(restored, 'GET', conversation, { headers: raised })).body).toMatchObject({
      messages: [{ text: 'Is it green?' }, { text: 'And big?' }],
    })
    const owner = await signIn(restored, seller)
    const created = await createProduct(restored, {
      ...seller,
      headers: { ...seller.headers, ...bearer(owner.body.access_token) },
    })
    expect(Number(created.product_id.slice(3))).toBeGreaterThan(taken)
    await setRows(restored, 'products', { product_price: '1.00' }, { product_id: created.product_id })
    expect(await checkInvariants({ db: restored.db, blobs: openBlobs(target.config).blobs })).toEqual([])
  } finally {
    await restored.close()
  }
})

test('a restore does not change a marketplace that is in use', async () => {
  const before = await stateOf(market)
  await expect(restore({ ...market, log }, saved)).rejects.toThrow(
    'is not empty (accounts, products, orders, stored files)',
  )
  expect(await stateOf(market)).toEqual(before)
})

async function stateOf({ db }: Pick<TestApp, 'db'>) {
  const { rows } = await sql`
    select (select count(*) from users) as users, (select count(*) from orders) as orders,
      (select count(*) from products) as products, (select max(updated_at) from products) as changed`.execute(db)
  return rows
}

test('a backup is written to a new folder only, readable by its owner alone', async () => {
  await expect(backUp(source(), saved)).rejects.toThrow('is not empty')
  expect((await stat(saved)).mode & 0o777).toBe(0o700)
  expect((await stat(join(saved, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).not.toContain('saved.partial')
})

test('of two concurrent backups into one folder one is written, and is complete', async () => {
  const dir = join(folder, 'twice')
  let second: Promise<unknown> | undefined
  await backUp({ ...source(), log: () => (second ??= backUp(source(), dir).catch((error: Error) => error)) }, dir)
  expect(await second).toBeInstanceOf(Error)
  expect(await checkBackup(dir)).toMatchObject({ format: 1 })
})

const damages: [what: string, damage: (dir: string) => Promise<void>, message: RegExp][] = [
  ['a byte of the rows changed', (dir) => flipByte(tablePath(dir, 'orders')), /damaged: .*orders\.copy\.gz/],
  ['a byte of a picture changed', async (dir) => flipByte(await firstFile(join(dir, 'files'))), /damaged: .*files/],
  ['a picture missing', async (dir) => rm(await firstFile(join(dir, 'files'))), /damaged: .*is missing/],
  ['a byte of the keys changed', (dir) => flipByte(join(dir, 'secrets.json')), /damaged: .*secrets\.json/],
  ['the list of files cut', (dir) => writeFile(join(dir, 'files.jsonl'), ''), /damaged: .*files\.jsonl/],
  ['the manifest cut', (dir) => writeFile(join(dir, MANIFEST), '{"format": 1'), /damaged: .*manifest\.json/],
  ['a missing manifest', (dir) => rm(join(dir, MANIFEST)), /not a complete backup/],
  ['a newer format', (dir) => editManifest(dir, (manifest) => ({ ...manifest, format: 99 })), /newer version/],
  [
    'a newer schema',
    (dir) =>
      editManifest(dir, (manifest) => ({
        ...manifest,
        migrations: [...manifest.migrations, { name: '9999-later.sql', checksum: '0'.repeat(64) }],
      })),
    /newer version/,
  ],
  [
    'a schema of before',
    (dir) =>
      editManifest(dir, (manifest) => ({
        ...manifest,
        migrations: [{ name: '0147-time-zone.sql', checksum: '0'.repeat(64) }],
      })),
    /^the backup has the schema 0147-time-zone\.sql, .* commit [0-9a-f]{12}/,
  ],
]

describe('nothing is restored from a damaged backup', () => {
  let target: Target
  beforeAll(async () => {
    target = await createEmptyTarget()
  })
  afterAll(() => target.close())

  test.each(damages)('%s', async (_, damage, message) => {
    const copy = await copyBackup()
    await damage(copy)
    await expect(restore({ ...target, log }, copy)).rejects.toThrow(message)
    expect(await readdir(target.config.dataDir)).toEqual([])
  })
})

test('a restore that fails leaves the database empty, and the next one succeeds', async () => {
  const copy = await copyBackup()
  // The hashes are correct, but the database refuses the rows, after most tables are filled.
  const broken = tablePath(copy, 'seller_orders')
  await cp(tablePath(copy, 'users'), broken)
  const sha256 = await hashFile(broken)
  await editManifest(copy, (manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) => (table.name === 'seller_orders' ? { ...table, sha256 } : table)),
  }))
  const target = await createEmptyTarget()
  const db = connectDatabase(target.connection)
  try {
    await expect(restore({ ...target, log }, copy)).rejects.toThrow(/seller_orders/)
    expect(await stateOf({ db })).toMatchObject([{ users: 0, orders: 0, products: 0 }])
    await restore({ ...target, log }, saved)
    expect(await checkInvariants({ db, blobs: openBlobs(target.config).blobs })).toEqual([])
  } finally {
    await db.destroy()
    await target.close()
  }
})

test('a restore is refused when servers would use another secret or other files, and never replaces existing keys', async () => {
  const target = await createEmptyTarget()
  const config = { ...target.config, apiKeySecret: randomBytes(32).toString('base64') }
  try {
    await openSecrets(target.config)
    const keys = join(target.config.dataDir, 'secrets.json')
    const before = await readFile(keys)
    await expect(restore({ ...target, log }, saved)).rejects.toThrow('secrets.json has other keys than the backup')
    expect([await readdir(target.config.dataDir), await readFile(keys)]).toEqual([['secrets.json'], before])
    await rm(keys)
    await expect(restore({ ...target, config, log }, saved)).rejects.toThrow("API_KEY_SECRET differs from the backup's")
    await writeFile(join(target.config.dataDir, 'files/blobs/of-another'), '')
    await expect(restore({ ...target, log }, saved)).rejects.toThrow('has blobs/of-another, which is not in the backup')
  } finally {
    await target.close()
  }
})

test('a file removed while it is copied is omitted, with its row', async () => {
  const { product_id } = await createProduct(market, seller)
  const { blobs } = openBlobs(market.config)
  let snapshots = 0
  const removing: Blobs = {
    ...blobs,
    async read(blob, range) {
      const mine = await market.db
        .selectFrom('storage_objects')
        .select('blob')
        .where('name', 'like', `${product_id}/%`)
        .executeTakeFirst()
      if (blob !== mine?.blob) return blobs.read(blob, range)
      // The copy before the snapshot skips it; after the snapshot the seller deletes it, and the job removes it.
      if (snapshots++ > 0) {
        await call(market, 'DELETE', `/api/seller/products/${product_id}`, { as: seller })
        await removeDeletedPictures({ db: market.db, storage, clock: () => new Date(Date.now() + 180_000) })
      }
      return undefined
    },
  }
  const dir = join(folder, 'removed')
  const storage = createStorage({ ...market.deps, log: market.app.log })
  await backUp({ ...source(), blobs: removing }, dir)
  await storage.close()
  expect(snapshots).toBe(2)
  const target = await createEmptyTarget()
  await restore({ ...target, log }, dir)
  const opened = await createTestApp({ database: target.database })
  expect(await checkInvariants({ db: opened.db, blobs: openBlobs(target.config).blobs })).toEqual([])
  await opened.close()
})

test('a failed backup leaves nothing that looks like a backup', async () => {
  const { blobs } = openBlobs(market.config)
  const dir = join(folder, 'failed')
  const failing: Blobs = { ...blobs, read: () => Promise.reject(new Error('the store is unavailable')) }
  await expect(backUp({ ...source(), blobs: failing }, dir)).rejects.toThrow('the store is unavailable')
  // A file that cannot be written while the database sends rows.
  await sql`
    insert into checkouts (buyer_id, checkout_state, shipping_address, payment_method, total_count, expires_at, created_at, ended_at)
      select ${buyer.user_id}, 'abandoned',
        jsonb_build_object('text', (select string_agg(md5(part::text), '') from generate_series(1, 400) part)),
        'paypal', 1, now(), now(), now()
      from generate_series(1, 150) number`.execute(market.db)
  const blocking: Blobs = {
    ...blobs,
    async read(blob, range) {
      await writeFile(tablePath(`${dir}.partial`, 'checkouts'), '')
      return blobs.read(blob, range)
    },
  }
  await expect(backUp({ ...source(), blobs: blocking }, dir)).rejects.toThrow('EEXIST')
  expect(await readdir(folder)).not.toContain('failed.partial')
  // The next backup replaces what a killed one left.
  await mkdir(`${dir}.partial/rows`, { recursive: true })
  await expect(restore({ ...market, log }, `${dir}.partial`)).rejects.toThrow('not a complete backup')
  await backUp(source(), dir)
  expect(await readdir(folder)).not.toContain('failed.partial')
})

async function copyBackup(): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  await cp(saved, copy, { recursive: true })
  return copy
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
}

async function firstFile(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const file = entries.find((entry) => entry.isFile())
  return join(file?.parentPath ?? '', file?.name ?? '')
}

type Json = Record<string, unknown> & { migrations: object[]; tables: { name: string }[] }
async function editManifest(dir: string, edit: (manifest: Json) => object): Promise<void> {
  const path = join(dir, MANIFEST)
  await writeFile(path, JSON.stringify(edit(JSON.parse(await readFile(path, 'utf8')))))
}
