import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeSchema } from '../tests/support/describe-schema.ts'
import { openEmptyDatabase } from '../tests/support/empty-database.ts'
import { migrateAsBeforeBaseline } from '../tests/support/migrations-before-baseline.ts'
import { LISTENER_NAME } from './connect.ts'
import { migrate, readMigrationStatus } from './migrate.ts'

const BASELINE = '0000-baseline'

let old: Awaited<ReturnType<typeof openEmptyDatabase>>
let fresh: Awaited<ReturnType<typeof openEmptyDatabase>>
beforeEach(async () => {
  ;[old, fresh] = [await openEmptyDatabase(), await openEmptyDatabase()]
})
afterEach(() => Promise.all([old.drop(), fresh.drop()]))

const quiet = () => {}
const recorded = async () =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(old.db)).rows.map(({ name }) => name)
const rowsOf = (of: typeof old) =>
  Promise.all(
    ['counters', 'storage_buckets'].map(
      async (table) =>
        (
          await sql<{ row: object }>`select to_jsonb(t) - 'created_at' - 'updated_at' as row
          from ${sql.table(table)} t order by 1`.execute(of.db)
        ).rows,
    ),
  )

test('the baseline creates exactly the schema and rows of the migrations it replaces', async () => {
  await migrateAsBeforeBaseline(old.db)
  await migrate(fresh.connection, quiet, { upTo: BASELINE })
  expect(await describeSchema(fresh.db)).toBe(await describeSchema(old.db))
  expect(await rowsOf(fresh)).toEqual(await rowsOf(old))
})

test('a database with the replaced migrations is adopted as it is, and migrated on', async () => {
  await migrateAsBeforeBaseline(old.db)
  await sql`insert into users (email, role) values ('seller@example.com', 'seller')`.execute(old.db)
  expect((await readMigrationStatus(old.db)).applied.map(({ name }) => name)).toEqual([BASELINE])
  await migrate(fresh.connection, quiet)
  const applied = await migrate(old.connection, quiet)
  expect(applied).not.toContain(BASELINE)
  expect(await recorded()).toEqual([BASELINE, ...applied])
  expect(await describeSchema(old.db)).toBe(await describeSchema(fresh.db))
  expect((await old.db.selectFrom('users').select('email').execute()).map(({ email }) => email)).toEqual([
    'seller@example.com',
  ])
  expect(await migrate(old.connection, quiet)).toEqual([])
})

test('a database with the earlier text of a migration that was made quicker is used on', async () => {
  await migrate(fresh.connection, quiet)
  const schema = await describeSchema(fresh.db)
  const of = (checksum: string) =>
    sql`update migrations set checksum = ${checksum} where name = '0040-fulfilment.sql'`.execute(fresh.db)
  await of('0f8bf235d83a84b5031ff9193c963ac0719627ce5c12de0c6f7a48e4a7f1579a')
  expect((await readMigrationStatus(fresh.db)).pending).toEqual([])
  expect(await migrate(fresh.connection, quiet)).toEqual([])
  expect(await describeSchema(fresh.db)).toBe(schema)
  await of('another text')
  await expect(migrate(fresh.connection, quiet)).rejects.toThrow(/0040-fulfilment\.sql was changed/)
})

test('a database is not migrated while a server of the older version runs, which the migration would break', async () => {
  await migrateAsBeforeBaseline(old.db)
  const before = await recorded()
  const server = new pg.Client({
    ...(typeof old.connection === 'string' ? { connectionString: old.connection } : old.connection),
    application_name: LISTENER_NAME,
  })
  await server.connect()
  await expect(migrate(old.connection, quiet)).rejects.toThrow(
    /0015-suspensions-in-code\.sql needs all servers of the older version to be stopped first: at least one runs\./,
  )
  expect(await recorded()).toEqual(before)
  await server.end()
  expect(await migrate(old.connection, quiet)).not.toEqual([])
})

test('five processes that start at once adopt a database once', async () => {
  await migrateAsBeforeBaseline(old.db)
  const lines: string[] = []
  await Promise.all(Array.from({ length: 5 }, () => migrate(old.connection, (line) => lines.push(line))))
  expect(lines.filter((line) => line.includes(BASELINE))).toHaveLength(1)
})

test('a database with some of the replaced migrations is refused and left as it is', async () => {
  await migrateAsBeforeBaseline(old.db, 9)
  const before = await describeSchema(old.db)
  await expect(migrate(old.connection, quiet)).rejects.toThrow(
    /ended at the migration 0009-admin\.sql: start it once with the last version that has .*0014-changing-accounts\.sql/,
  )
  expect(await recorded()).toHaveLength(9)
  expect(await describeSchema(old.db)).toBe(before)
})
