import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type TestAccount } from '../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../tests/support/api.ts'
import { openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { migrateAsBeforeBaseline } from '../../tests/support/migrations-before-baseline.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { checkInvariants } from '../check/check-invariants.ts'
import { readConfig } from '../config/config.ts'
import { openBlobs } from '../storage/open-blobs.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

type EmptyDatabase = Awaited<ReturnType<typeof openEmptyDatabase>>

let folder: string
let old: EmptyDatabase
let target: EmptyDatabase
let restored: TestApp
let buyer: TestAccount

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openstall-old-backup-'))
  ;[old, target] = [await openEmptyDatabase(), await openEmptyDatabase()]
})
afterAll(async () => {
  await restored?.close()
  await target.drop()
  await old.drop()
  await rm(folder, { recursive: true, force: true })
})

test('a backup of a version before the baseline is restored, and then migrated', async () => {
  await migrateAsBeforeBaseline(old.db)
  await sql`insert into users (email, role, banned_until) values
    ('free@example.com', 'seller', null), ('suspended@example.com', 'seller', '9999-12-31')`.execute(old.db)
  await sql`insert into products
      (product_number, seller_id, product_name, product_price, featured_image, product_desc, product_category)
    select row_number() over (order by email), id, email, 1, 'x', '', array['Toys'] from users`.execute(old.db)
  await sql`update counters set last_number = 2 where name = 'product'`.execute(old.db)

  const configs = ['old', 'new'].map((name) =>
    readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }, false),
  )
  const [oldConfig, config] = configs as [(typeof configs)[0], (typeof configs)[0]]
  const dir = join(folder, 'backup')
  const { migrations } = await backUp({ ...old, config: oldConfig, blobs: openBlobs(oldConfig).blobs, log }, dir)
  expect(migrations.at(-1)?.name).toBe('0014-changing-accounts.sql')
  await restore({ ...target, config, log }, dir)

  expect(await checkInvariants({ db: target.db, blobs: openBlobs(config).blobs })).toEqual([])
  const products = await target.db.selectFrom('products').select('visibility').orderBy('product_number').execute()
  expect(products.map(({ visibility }) => visibility)).toEqual(['visible', 'hidden_by_suspension'])

  restored = await createTestApp({ database: { ...target, drop: async () => {} }, config })
  buyer = await signUp(restored)
  await addToCart(restored, buyer, 'PRD00001')
  expect((await call(restored, 'POST', '/api/orders', { as: buyer, body: checkout })).status).toBe(201)
})

const log = () => {}
