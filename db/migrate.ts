import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import { type Connection, connectDatabase, DEADLOCK, LISTENER_NAME, sqlState } from './connect.ts'
import { reasonOf } from './failures.ts'
import { primaryOf } from './primary.ts'
import type { Db } from './tables.ts'

const SCHEMA_FOLDER = new URL('./schema/', import.meta.url)
/** The sandbox has a schema of its own: the product works without it and without its folder. */
const SANDBOX_FILE = new URL('../sandbox/schema.sql', import.meta.url)
const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url)
/** The name under which the schema is recorded; it sorts before every migration. */
const SCHEMA = '0000-schema'
const SANDBOX = `${SCHEMA}-of-sandbox`
/** The last commit that can serve databases older than the files of `db/schema`. */
const LAST_OF_BEFORE = '58fcefe5cc79'
const MIGRATION_STATEMENT_TIMEOUT = '10min'
const MIGRATION_LOCK_TIMEOUT = '30s'

/** A migration may deadlock with running servers. */
const MAX_TRIES = 5

/** Begins a migration that would break running servers of the older version. */
const STOP_FIRST = '-- Stop all servers first.'
const STOP_CHECKS = 6
const STOP_CHECK_EVERY_MS = 500

const NOT_EMPTY = ' It contains objects of another program: name a database of its own for the marketplace.'
/** Advice to the operator, by SQLSTATE. */
const ADVICE: Record<string, string> = {
  42501: ' The user that connects must own the database: alter database … owner to …',
  42710: NOT_EMPTY,
  42723: NOT_EMPTY,
  '42P07': NOT_EMPTY,
}

/** A migration as the database records it. */
export interface AppliedMigration {
  name: string
  /** SHA-256 of the text. */
  checksum: string
}

interface Migration extends AppliedMigration {
  text: string
}

/** Returns the schema, that of the sandbox, then the migrations after them. */
async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const schema = await readFiles(SCHEMA_FOLDER, /^\d\d-[a-z-]+\.sql$/)
  const later = await readFiles(folder, /^\d{4}-[a-z0-9-]+\.sql$/)
  const first = [{ name: SCHEMA, text: schema.map(({ text }) => text).join('\n') }]
  if (existsSync(SANDBOX_FILE)) first.push({ name: SANDBOX, text: await readSql(SANDBOX_FILE) })
  return [...first, ...later].map((migration) => ({
    ...migration,
    checksum: createHash('sha256').update(migration.text).digest('hex'),
  }))
}

async function readFiles(folder: URL, named: RegExp): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => named.test(name)).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readSql(new URL(name, folder)) })))
}

// Git on Windows may check files out with CRLF; their checksum is that of the release.
const readSql = async (file: URL) => (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')

/**
 * Returns the names of what it applied: on an empty database the schema (the files of `db/schema`), then every file of
 * `db/migrations` in order, each in one transaction with its row in `migrations`, up to and including `upTo`. It may
 * be interrupted, and run by several processes at once: one applies, the others wait. Throws an Error when the database
 * has another schema, when an applied migration was changed or is missing (there are only forward migrations), and when
 * servers of an older version run that the migration would break.
 */
export async function migrate(
  connection: Connection,
  log: (message: string) => void,
  { upTo, folder }: { upTo?: string; folder?: URL } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const wanted = upTo === undefined ? migrations : migrations.filter(({ name }) => name <= upTo)
  const done: string[] = []
  // One connection, so that the advisory lock of the session covers every transaction.
  const db = connectDatabase(connection, { max: 1 })
  try {
    await db.connection().execute(async (session) => {
      await sql`set statement_timeout = 0`.execute(session)
      await sql`set lock_timeout = 0`.execute(session)
      await sql`select pg_advisory_lock(${advisoryLocks.migration})`.execute(session)
      await sql`set statement_timeout = ${sql.lit(MIGRATION_STATEMENT_TIMEOUT)}`.execute(session)
      await sql`set lock_timeout = ${sql.lit(MIGRATION_LOCK_TIMEOUT)}`.execute(session)
      const applied = await readApplied(session, migrations).catch((cause) =>
        refuse('The list of migrations cannot be read', cause),
      )
      verify(migrations, applied)
      const pending = wanted.slice(applied.length)
      await requireServersStopped(session, pending)
      // The steps matter to an operator whose data they change, not on an empty database.
      const isNew = applied.length === 0 && pending.length > 0
      for (const migration of pending) {
        const what =
          migration.name === SCHEMA
            ? 'The schema cannot be created'
            : `The migration ${migration.name} cannot be applied`
        await apply(session, migration).catch((cause) => refuse(what, cause))
        done.push(migration.name)
        if (!isNew) log(`Database: applied ${migration.name}.`)
      }
      if (isNew) log('Database: created its tables.')
      await migrateQueue(connection).catch((cause) => refuse('The tables of the queue cannot be created', cause))
    })
    return done
  } finally {
    await db.destroy()
  }
}

/** Creates the tables of the queue, which are a library's, in a schema of their own, or brings them to its version. */
async function migrateQueue(connection: Connection): Promise<void> {
  const pool = new pg.Pool({ ...(await primaryOf(connection).locate()), max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, schema: 'graphile_worker', logger: new Logger(() => () => {}) })
  } finally {
    await pool.end()
  }
}

/**
 * Returns the migrations that a database has, the schema first, and the names of those that are pending; changes nothing.
 * Throws an Error as `migrate` does when the schema is another one, or an applied migration was changed or is missing.
 */
export async function readMigrationStatus(db: Db): Promise<{ applied: AppliedMigration[]; pending: string[] }> {
  const migrations = await readMigrations()
  const applied = await readApplied(db, migrations)
  verify(migrations, applied)
  return { applied, pending: migrations.slice(applied.length).map(({ name }) => name) }
}

/** Throws an Error unless the migrations of a backup are the first ones of this version, unchanged. */
export async function checkMigrations(recorded: readonly AppliedMigration[]): Promise<void> {
  verify(await readMigrations(), recorded, 'backup')
}

async function readApplied(db: Db, migrations: readonly Migration[]): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('migrations') is not null as known`.execute(db)
  if (!rows[0]?.known) return []
  const applied = await sql<AppliedMigration>`select name, checksum from migrations order by name`.execute(db)
  const hasSandbox = migrations.some(({ name }) => name === SANDBOX)
  return applied.rows.filter(({ name }) => name !== SANDBOX || hasSandbox)
}

function verify(migrations: Migration[], applied: readonly AppliedMigration[], of: 'database' | 'backup' = 'database') {
  requireSameSchema(migrations, applied, of)
  for (const [index, row] of applied.entries()) {
    const file = migrations[index]
    if (file?.name === row.name && file.checksum === row.checksum) continue
    throw new Error(
      file?.name === row.name
        ? `the migration ${row.name} was changed after it had been applied: restore the file, and write a new one for the change`
        : `the ${of} has the migration ${row.name}, which this version does not know: it belongs to a newer version`,
    )
  }
}

/** Version 0.2.0 froze the files of `db/schema`; databases of unreleased states before it cannot be migrated. */
function requireSameSchema(migrations: Migration[], applied: readonly AppliedMigration[], of: string): void {
  const isOther = ({ name, checksum }: AppliedMigration, index: number) =>
    (index === 0 || name === SANDBOX) && checksum !== migrations[index]?.checksum
  const other = applied.find(isOther)
  if (!other) return
  const [schema, commit] = other.name.startsWith(SCHEMA)
    ? [other.checksum.slice(0, 12), 'the commit that made it']
    : [applied.at(-1)?.name, `commit ${LAST_OF_BEFORE}`]
  throw new Error(
    `the ${of} has the schema ${schema}, which this version does not know and leaves as it is: ` +
      `use it with ${commit}, or start afresh with an empty database (another DATA_DIR or DATABASE_URL).`,
  )
}

/** Servers listen only once they have the newest schema: one that listens while migrations are pending is an older one. */
async function requireServersStopped(db: Db, pending: Migration[]): Promise<void> {
  const migration = pending.find(({ text }) => text.startsWith(STOP_FIRST))
  if (!migration) return
  // The connection of a server that was just killed remains for a moment.
  for (let checks = 0; (await countServers(db)) > 0; checks++) {
    if (checks === STOP_CHECKS)
      throw new Error(
        `The migration ${migration.name} needs all servers of the older version to be stopped first: at least one runs.`,
      )
    await sleep(STOP_CHECK_EVERY_MS)
  }
}

/** Returns the number of servers that use the database, of any version. */
export async function countServers(db: Db): Promise<number> {
  const { rows } = await sql<{ servers: number }>`
    select count(*)::int as servers from pg_stat_activity
    where datname = current_database() and application_name = ${LISTENER_NAME}`.execute(db)
  return rows[0]?.servers ?? 0
}

function refuse(what: string, cause: unknown): never {
  const advice = ADVICE[sqlState(cause) ?? ''] ?? ''
  throw new Error(`${what}: ${reasonOf(cause)}.${advice}`, { cause })
}

/**
 * Servers go on writing meanwhile. Most transactions lock an order before the rows that belong to it. A migration that locks
 * them the other way round may deadlock; it is then applied again, with orders locked first.
 */
async function apply(db: Db, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (tx) => {
        if (tries > 1) await sql`lock table orders in share row exclusive mode`.execute(tx)
        await sql.raw(migration.text).execute(tx)
        await sql`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(tx)
      })
    } catch (error) {
      if (sqlState(error) !== DEADLOCK || tries === MAX_TRIES) throw error
    }
  }
}
