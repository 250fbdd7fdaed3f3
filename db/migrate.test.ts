import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeSchema } from '../tests/support/describe-schema.ts'
import { openEmptyDatabase } from '../tests/support/empty-database.ts'
import { openFolder } from '../tests/support/open-folder.ts'
import { LISTENER_NAME } from './connect.ts'
import { migrate, readMigrationStatus } from './migrate.ts'
import type { Db } from './tables.ts'

const SCHEMA = '0000-schema'
const SANDBOX = '0000-schema-of-sandbox'
const FIRST = '0001-colors.sql'
const SECOND = '0002-shades.sql'
const NAMES = [SCHEMA, SANDBOX, FIRST, SECOND]
const COLORS = 'create table colors (color text primary key)'

let database: Awaited<ReturnType<typeof openEmptyDatabase>>
let db: Db
let folder: URL
beforeEach(async () => {
  database = await openEmptyDatabase()
  db = database.db
  folder = pathToFileURL(`${await openFolder()}/`)
  await writeMigration(FIRST, COLORS)
  await writeMigration(SECOND, `alter table colors add column shade text;\ninsert into colors values ('red', 'dark')`)
})
afterEach(() => database.drop())

const quiet = () => {}
const writeMigration = (name: string, text: string) => writeFile(new URL(name, folder), text)
const migrateAll = (log: (line: string) => void = quiet) => migrate(database.connection, log, { folder })
const applied = async () =>
  (await sql<{ name: string }>`select name from migrations order by applied_at, name`.execute(db)).rows.map(
    ({ name }) => name,
  )

async function expectComplete(): Promise<void> {
  expect(await applied()).toEqual(NAMES)
  const { rows } = await sql`select * from colors`.execute(db)
  expect(rows).toEqual([{ color: 'red', shade: 'dark' }])
}

/** Returns the schema with its records in `migrations`. */
async function readAll(): Promise<unknown[]> {
  const { rows } = await sql`select * from migrations order by name`.execute(db)
  return [await describeSchema(db), rows]
}

test('F4: five concurrent starts apply the schema and each migration once and in order', async () => {
  const lines: string[] = []
  const done = await Promise.all(Array.from({ length: 5 }, () => migrateAll((line) => lines.push(line))))
  expect(done.flat()).toEqual(NAMES)
  expect(lines).toEqual(['Database: created its tables.'])
  await expectComplete()
})

test('F4: after an interruption, the next start continues where it stopped', async () => {
  await migrate(database.connection, quiet, { folder, upTo: FIRST })
  // The next one pauses before its end, and its connection is terminated there.
  await sql`create function linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(60); return new; end $$`.execute(db)
  await sql`create trigger linger before insert on migrations for each row execute function linger()`.execute(db)
  const interrupted = expect(migrateAll()).rejects.toThrow()
  await expect.poll(() => terminate(sql`wait_event = 'PgSleep'`), { interval: 20 }).toBe(1)
  await interrupted
  expect(await applied()).toEqual([SCHEMA, SANDBOX, FIRST])
  await sql`drop function linger cascade`.execute(db)
  await migrateAll()
  await expectComplete()
})

test('F4: an interruption while the tables are created leaves none of them', async () => {
  const other = await openClient()
  // Another transaction that creates a table of this name waits.
  await other.query('begin; create table seller_notices ()')
  const interrupted = expect(migrateAll()).rejects.toThrow(/^The schema cannot be created/)
  await expect.poll(() => terminate(sql`wait_event_type = 'Lock'`), { interval: 20 }).toBe(1)
  await interrupted
  await other.end()
  expect(await describeSchema(db)).toBe('\n')
  await migrateAll()
  await expectComplete()
})

async function terminate(condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and ${condition}`.execute(db)
  return rows.length
}

async function openClient(options: pg.ClientConfig = {}): Promise<pg.Client> {
  const { connection } = database
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    ...options,
  })
  await client.connect()
  return client
}

test('F4: migrations are applied once to a database of 0.2.0, whose data stays; one that fails changes nothing', async () => {
  const [USER, THIRD] = ['00000000-0000-4000-8000-000000000001', '0003-favorites.sql']
  await migrate(database.connection, quiet, { folder, upTo: SANDBOX })
  await sql`insert into users (id, email) values (${USER}, 'a@example.com')`.execute(db)
  await migrateAll()
  const before = await readAll()
  await writeMigration(THIRD, 'create table shades (); alter table users add column favorite text not null')
  await expect(migrateAll()).rejects.toThrow(/^The migration 0003-favorites\.sql cannot be applied: .*null values/)
  expect(await readAll()).toEqual(before)
  await writeMigration(THIRD, "alter table users add column favorite text not null default 'red' references colors")
  expect(await migrateAll()).toEqual([THIRD])
  // As Git on Windows checks it out.
  await writeMigration(SECOND, (await readFile(new URL(SECOND, folder), 'utf8')).replaceAll('\n', '\r\n'))
  expect(await migrateAll()).toEqual([])
  const { rows } = await sql`select email, favorite from users`.execute(db)
  expect(rows).toEqual([{ email: 'a@example.com', favorite: 'red' }])
})

test('F4: a database with an edited migration, of a newer version, or of another db/schema is refused, and not touched', async () => {
  const expectRefused = async (reason: string | RegExp) => {
    const before = await readAll()
    await expect(migrateAll()).rejects.toThrow(reason)
    expect(await readAll()).toEqual(before)
  }
  await migrate(database.connection, quiet, { folder, upTo: FIRST })
  await writeMigration(FIRST, 'create table colors (color text)')
  await expectRefused(`the migration ${FIRST} was changed`)
  await writeMigration(FIRST, COLORS)
  await sql`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`.execute(db)
  await expectRefused('belongs to a newer version')
  await sql`delete from migrations where name > ${SANDBOX}`.execute(db)
  for (const name of [SANDBOX, SCHEMA]) {
    await sql`update migrations set checksum = ${'0123456789ab'.padEnd(64, '0')} where name = ${name}`.execute(db)
    await expectRefused(
      /^the database has the schema 0123456789ab, which .*: use it with the commit that made it, or start afresh/,
    )
  }
})

test('F4: a database older than db/schema is refused with the commit that can serve it, and not touched', async () => {
  await sql`create table migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(db)
  await sql`insert into migrations (name, checksum) values ('0000-baseline', 'x'), ('0147-time-zone.sql', 'y')`.execute(
    db,
  )
  const before = await readAll()
  const refusal =
    /^the database has the schema 0147-time-zone\.sql, which .* leaves as it is: use it with commit [0-9a-f]{12}, or start afresh with an empty database \(another DATA_DIR or DATABASE_URL\)\.$/
  await expect(migrateAll()).rejects.toThrow(refusal)
  await expect(readMigrationStatus(db)).rejects.toThrow(refusal)
  expect(await readAll()).toEqual(before)
})

test('a migration that breaks servers of the older version is refused until all are stopped', async () => {
  await migrate(database.connection, quiet, { folder, upTo: SANDBOX })
  await writeMigration(
    FIRST,
    '-- Stop all servers first. The older ones know no colors.\ncreate table colors (color text)',
  )
  const server = await openClient({ application_name: LISTENER_NAME })
  await expect(migrateAll()).rejects.toThrow(
    `The migration ${FIRST} needs all servers of the older version to be stopped first: at least one runs.`,
  )
  expect(await applied()).toEqual([SCHEMA, SANDBOX])
  await server.end()
  await migrateAll()
  await expectComplete()
})

// PostgreSQL aborts the side that detects the deadlock: on a busy machine that may be the order, which buyers would retry.
test('a migration that deadlocks with an order being placed is applied afterwards, and the order is stored', {
  retry: 3,
}, async () => {
  await migrate(database.connection, quiet, { folder, upTo: SANDBOX })
  await writeMigration(
    FIRST,
    'lock table seller_orders in access exclusive mode; lock table orders in access exclusive mode; create table colors (color text)',
  )
  await sql`insert into users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@example.com')`.execute(db)
  const placed = db.transaction().execute(async (tx) => {
    await sql`insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method)
      select 1, id, 1, '["PRD00001"]', '{}', 'paypal' from users`.execute(tx)
    const migrated = migrateAll()
    // When the order fails, the database is dropped while the migration runs.
    migrated.catch(() => {})
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
