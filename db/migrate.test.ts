import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeSchema } from '../tests/support/describe-schema.ts'
import { openEmptyDatabase } from '../tests/support/empty-database.ts'
import { createTestDatabase } from '../tests/support/test-database.ts'
import { connectDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import type { Db } from './tables.ts'

const names = (await readdir(new URL('./migrations/', import.meta.url))).sort()

let database: Awaited<ReturnType<typeof openEmptyDatabase>>
let db: Db
const quiet = () => {}

beforeEach(async () => {
  database = await openEmptyDatabase()
  db = database.db
})
afterEach(() => database.drop())

const applied = async () =>
  (await sql<{ name: string }>`select name from migrations order by applied_at, name`.execute(db)).rows.map(
    ({ name }) => name,
  )

async function expectComplete(): Promise<void> {
  expect(await applied()).toEqual(names)
  const complete = await createTestDatabase()
  const other = connectDatabase(complete.connection)
  try {
    expect(await describeSchema(db)).toBe(await describeSchema(other))
  } finally {
    await other.destroy()
    await complete.drop()
  }
}

test('F4: started by five at once, each migration is applied once and in order', async () => {
  const lines: string[] = []
  const done = await Promise.all(
    Array.from({ length: 5 }, () => migrate(database.connection, (line) => lines.push(line))),
  )
  expect(done.flat()).toEqual(names)
  expect(lines).toEqual([`Database: created its tables (${names.length} migrations, up to ${names.at(-1)}).`])
  await expectComplete()
})

test('F4: after an interruption, the next start continues where it stopped', async () => {
  // The third one pauses before its end, and its connection is terminated there.
  await sql`create table migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(db)
  await sql`create function linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(60); return new; end $$`.execute(db)
  await sql`create trigger linger before insert on migrations for each row
    when (new.name like '0016-%') execute function linger()`.execute(db)
  const interrupted = expect(migrate(database.connection, quiet)).rejects.toThrow()
  await expect.poll(async () => (await terminate()).rows.length, { interval: 20 }).toBe(1)
  await interrupted
  expect(await applied()).toEqual(names.slice(0, 2))
  await sql`drop function linger cascade`.execute(db)
  await migrate(database.connection, quiet)
  await expectComplete()
})

const terminate = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(db)

test('F4: a migration that was changed after it had been applied stops the start, and nothing is changed', async () => {
  await migrate(database.connection, quiet)
  await sql`update migrations set checksum = 'another' where name = ${names[1]}`.execute(db)
  await expect(migrate(database.connection, quiet)).rejects.toThrow(`the migration ${names[1]} was changed`)
})

test('F4: a database of a newer version is not touched', async () => {
  await migrate(database.connection, quiet)
  await sql`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`.execute(db)
  await expect(migrate(database.connection, quiet)).rejects.toThrow('belongs to a newer version')
  expect(await applied()).toEqual([...names, '9999-later.sql'])
})

test('a migration that deadlocks with an order being placed is applied afterwards, and the order is stored', async () => {
  await migrate(database.connection, quiet, { upTo: '0041-notifications.sql' })
  await sql`insert into users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@example.com')`.execute(db)
  const placed = db.transaction().execute(async (tx) => {
    await sql`insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method)
      select 1, id, 1, '["PRD00001"]', '{}', 'paypal' from users`.execute(tx)
    const migrated = migrate(database.connection, quiet)
    // It has locked seller orders by then, which the order needs next.
    await expect.poll(() => countWaiting('orders')).toBe(1)
    await sql`lock table seller_orders in row exclusive mode`.execute(tx)
    return { migrated }
  })
  await (await placed).migrated
  await expectComplete()
  expect(await db.selectFrom('orders').select('order_number').execute()).toEqual([{ order_number: 1 }])
})

async function countWaiting(table: string): Promise<number> {
  const { rows } = await sql`select from pg_locks where relation = ${table}::regclass and not granted`.execute(db)
  return rows.length
}
