import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../../../db/connect.ts'
import type { Db } from '../../../../db/tables.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { rules } from '../../../operate/check/rules-queries.ts'
import { numbersWithinRun, pageWithinRun } from './listing-run-queries.ts'

const RULE = 'the figures of listing_runs and number_runs are those of the lists'
const PAGE = 2

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = connectDatabase(database.connection, { max: 8 })
  await sql`insert into users (email, role) values ('seller@example.com', 'seller')`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function violations(of: Db): Promise<string[]> {
  const rule = rules.find(({ name }) => name === RULE)
  if (!rule) throw new Error('no such rule')
  return (await rule.query.execute(of)).rows.map(({ what }) => what)
}

const keysOf = async (of: Db, page: ReturnType<typeof sql>) =>
  (await sql<object>`select * from ${page} page`.execute(of)).rows

/** Checks that every page of a list is that of a plain offset. */
async function expectPlainPages(of: Db): Promise<void> {
  for (const category of ['All', 'Toys', 'TVs']) {
    const wanted = await keysOf(
      of,
      sql`(select search_name, product_number from product_listings where category = ${category}
        order by search_name, product_number)`,
    )
    for (let start = 0; start <= wanted.length; start += PAGE)
      expect(await keysOf(of, pageWithinRun(category, start, PAGE))).toEqual(wanted.slice(start, start + PAGE))
  }
  const numbers = await keysOf(
    of,
    sql`(select product_number from products where visibility = 'visible' order by product_number)`,
  )
  for (let start = 0; start <= numbers.length; start += PAGE)
    expect(await keysOf(of, numbersWithinRun(start, PAGE))).toEqual(numbers.slice(start, start + PAGE))
}

interface Facts {
  /** Some share a thousand. */
  numbers: number[]
  name: string
  categories: string[]
}

const insert = (of: Db, { numbers, name, categories }: Facts) =>
  sql`insert into products (product_number, seller_id, product_name, product_price, featured_image, product_desc,
      product_category)
    select number, (select id from users limit 1), ${name}, 9, '/x', '<p>x</p>', ${categories}
    from unnest(${numbers}::bigint[]) number on conflict do nothing`.execute(of)
const update = (of: Db, numbers: number[], fields: ReturnType<typeof sql>) =>
  sql`update products set ${fields} where product_number = any(${numbers}::bigint[])`.execute(of)
const hide = (of: Db, numbers: number[], visibility: string) =>
  update(of, numbers, sql`visibility = ${visibility}, deleted_at = case when ${visibility} = 'deleted' then now() end`)
const remove = (of: Db, numbers: number[]) =>
  sql`delete from products where product_number = any(${numbers}::bigint[])`.execute(of)
const count = (of: Db, runSize: number) => sql`select count_listings(1, ${runSize})`.execute(of)

const numbers = fc.uniqueArray(
  fc.integer({ min: 1, max: 24 }).map((number) => number * 321),
  { minLength: 1, maxLength: 8 },
)
const facts: fc.Arbitrary<Facts> = fc.record({
  numbers,
  name: fc.constantFrom('a', 'A', 'b', 'b b', 'Zoë', '電気', '~'),
  categories: fc.uniqueArray(fc.constantFrom('Toys', 'TVs', 'Tools & Hardware'), { minLength: 0, maxLength: 3 }),
})
type Change = (of: Db) => Promise<unknown>
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: facts.map(
      (given): Change =>
        (of) =>
          insert(of, given),
    ),
  },
  {
    weight: 3,
    arbitrary: facts.map(
      (given): Change =>
        (of) =>
          update(of, given.numbers, sql`product_name = ${given.name}`),
    ),
  },
  facts.map(
    (given): Change =>
      (of) =>
        update(of, given.numbers, sql`product_category = ${given.categories}, product_price = product_price + 1`),
  ),
  fc.tuple(numbers, fc.constantFrom('visible', 'hidden_by_suspension', 'deleted')).map(
    ([some, visibility]): Change =>
      (of) =>
        hide(of, some, visibility),
  ),
  numbers.map(
    (some): Change =>
      (of) =>
        remove(of, some),
  ),
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 9 }).map(
      (size): Change =>
        (of) =>
          count(of, size),
    ),
  },
  fc.integer({ min: 1, max: 9 }).map(
    (size): Change =>
      (of) =>
        sql`select rebuild_listing_runs(${size})`.execute(of),
  ),
)

test('after any changes, every page by runs is that of a plain offset', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 30 }), async (changes) => {
      const tx = await db.startTransaction().execute()
      try {
        for (const apply of changes) await apply(tx)
        expect(await violations(tx)).toEqual([])
        await expectPlainPages(tx)
      } finally {
        await tx.rollback().execute()
      }
    }),
    { numRuns: 30 },
  )
})

const sizes = async (of: Db) =>
  (
    await sql<{ size: number }>`
    select listings as size from listing_runs where category = 'All' order by 1`.execute(of)
  ).rows.map(({ size }) => size)
const uncounted = async (of: Db) =>
  (await sql<{ rows: number }>`select count(*) as rows from uncounted_listings`.execute(of)).rows[0]?.rows

test('triggers count the changes from time to time, split long runs and join short ones', async () => {
  const tx = await db.startTransaction().execute()
  try {
    // 5,000 products in one statement: longer than a request may take, on a busy machine.
    await sql`set local statement_timeout = 0`.execute(tx)
    const some = Array.from({ length: 240 }, (_, index) => index + 1)
    await insert(tx, { numbers: some, name: 'thing', categories: ['Toys'] })
    expect(await uncounted(tx)).toBe(480)
    await insert(tx, { numbers: some.map((number) => number + 240), name: 'thing', categories: ['Toys'] })
    expect(await uncounted(tx)).toBe(0)
    expect(await sizes(tx)).toEqual([480])
    await update(tx, some, sql`product_price = 10`)
    expect(await uncounted(tx)).toBe(0)
    const many = Array.from({ length: 5_000 }, (_, index) => index + 1_000)
    await insert(tx, { numbers: many, name: 'other', categories: [] })
    expect(await sizes(tx)).toEqual([1096, 1096, 1096, 1096, 1096])
    await remove(tx, many)
    expect(await sizes(tx)).toEqual([0, 480])
    expect(await violations(tx)).toEqual([])
  } finally {
    await tx.rollback().execute()
  }
})

test('what is written while others count and split is counted once', async () => {
  const counting = await db.startTransaction().execute()
  const writing = await db.startTransaction().execute()
  const all = Array.from({ length: 20 }, (_, index) => index + 1)
  try {
    await insert(db, { numbers: all, name: 'b', categories: ['Toys'] })
    await insert(db, { numbers: [40], name: 'b', categories: ['TVs'] })
    await insert(writing, { numbers: [30, 31], name: 'a', categories: ['Toys'] })
    await update(writing, [3, 15], sql`product_name = 'c'`)
    await count(counting, 3)
    // Nobody waits for a count: a second one is left out.
    await insert(writing, { numbers: [32], name: 'bb', categories: ['Toys'] })
    await count(writing, 3)
    await expectPlainPages(writing)
    await counting.commit().execute()
    await expectPlainPages(writing)
    await count(writing, 2)
    await remove(db, [40])
    await writing.commit().execute()
    expect(await violations(db)).toEqual([])
    await expectPlainPages(db)
    await count(db, 2)
    expect(await uncounted(db)).toBe(0)
    await expectPlainPages(db)
  } finally {
    for (const tx of [counting, writing]) if (!tx.isCommitted) await tx.rollback().execute()
    await remove(db, [...all, 30, 31, 32])
  }
})

test('with many writers at once, the runs are right at every moment', async () => {
  let writers = 4
  const write = async (writer: number) => {
    for (let step = 0; step < 40; step++) {
      const own = [writer * 100 + (step % 20), writer * 2000 + (step % 20)]
      await insert(db, { numbers: own, name: `name ${step % 7}`, categories: step % 2 ? ['Toys', 'TVs'] : ['TVs'] })
      await update(db, own, sql`product_name = ${`name ${(step * writer) % 11}`}`)
      if (step % 3 === 0) await count(db, 1 + (step % 4))
      if (step % 13 === 0) await sql`select rebuild_listing_runs(3)`.execute(db)
      if (step % 5 === 0) await remove(db, own)
    }
    writers--
  }
  const read = async () => {
    while (writers > 0) expect(await violations(db)).toEqual([])
  }
  await Promise.all([1, 2, 3, 4].map(write).concat(read()))
  expect(await violations(db)).toEqual([])
  await expectPlainPages(db)
})
