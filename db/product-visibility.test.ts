import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRows } from '../server/check/check-invariants.ts'
import { openEmptyDatabase } from '../tests/support/empty-database.ts'
import { migrate } from './migrate.ts'
import type { Db } from './tables.ts'

const BEFORE = '0016-announced-changes.sql'

let database: Awaited<ReturnType<typeof openEmptyDatabase>>
let db: Db
beforeAll(async () => {
  database = await openEmptyDatabase()
  db = database.db
})
afterAll(() => database.drop())

test('products hidden or deleted before the column `visibility` existed keep their state and time of deletion', async () => {
  await migrate(database.connection, () => {}, { upTo: BEFORE })
  const [free, suspended] = [randomUUID(), randomUUID()]
  await sql`insert into users (id, email, role) values
    (${free}, 'free@example.com', 'seller'), (${suspended}, 'suspended@example.com', 'seller')`.execute(db)
  await sql`insert into products
      (product_number, seller_id, product_name, product_price, featured_image, product_desc, product_category)
    select number, case when number <= 2 then ${free}::uuid else ${suspended}::uuid end, 'A ' || number, 1, 'x', '',
      array['Toys'] from generate_series(1, 4) number`.execute(db)
  await sql`update counters set last_number = 4 where name = 'product'`.execute(db)
  await sql`update products set deleted_at = '2026-01-02T03:04:05Z' where product_number in (2, 3)`.execute(db)
  await sql`update users set banned_until = 'infinity' where id = ${suspended}`.execute(db)
  await sql`update products set deleted_at = now(), hidden_with_seller = true where product_number = 4`.execute(db)

  await migrate(database.connection, () => {})
  const products = await db
    .selectFrom('products')
    .select(['product_number', 'visibility', 'deleted_at'])
    .orderBy('product_number')
    .execute()
  const deleted_at = new Date('2026-01-02T03:04:05Z')
  expect(products).toEqual([
    { product_number: 1, visibility: 'visible', deleted_at: null },
    { product_number: 2, visibility: 'deleted', deleted_at },
    { product_number: 3, visibility: 'deleted', deleted_at },
    { product_number: 4, visibility: 'hidden_by_suspension', deleted_at: null },
  ])
  expect((await checkRows(db)).findings).toEqual([])
})
