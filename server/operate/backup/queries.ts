import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { advisoryLocks } from '../../../db/advisory-locks.ts'
import type { AppliedMigration } from '../../../db/migrate.ts'
import type { BackedUpFile, Manifest } from './manifest.ts'

/** Tables that are not backed up: migrating fills the first, and the second lists files to remove. */
const EXCLUDED = ['migrations', 'storage_discards']

/** SQL for the schemas of the marketplace, the queue and, if present, the sandbox. */
const OF_SCHEMAS = `relnamespace in (current_schema()::regnamespace, to_regnamespace('graphile_worker'), to_regnamespace('sandbox'))`

type TableToCopy = Pick<Manifest['tables'][number], 'name' | 'columns'>
type Sequence = Manifest['sequences'][number]

/** The database may notice a moment later that the connection of a failed backup has ended. */
const [CLAIM_TRIES, CLAIM_EVERY_MS] = [30, 100]

/** Claims a folder for one backup until the connection ends; returns false if another backup has it for 3 s more. */
export async function claimFolder(client: pg.Client, dir: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ claimed: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as claimed',
      [`backup into ${dir}`],
    )
    const isClaimed = rows[0]?.claimed === true
    if (isClaimed || tries === CLAIM_TRIES) return isClaimed
    await sleep(CLAIM_EVERY_MS)
  }
}

/** Begins a snapshot: until `endSnapshot`, this connection reads the database as of now. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

/** Ends the snapshot, which changed nothing. */
export async function endSnapshot(client: pg.Client): Promise<void> {
  await client.query('rollback')
}

/** Returns the applied migrations, in order. */
export async function listMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query('select name, checksum from migrations order by name')
  return rows
}

/** Returns all files that should be stored, by name. */
export async function listStoredFiles(client: pg.Client): Promise<BackedUpFile[]> {
  const { rows } = await client.query(
    'select blob, size::float8 as size, content_hash from storage_objects order by blob',
  )
  return rows
}

/** Returns the logged tables, each after those it references. Throws an Error for circular references. */
export async function listTables(client: pg.Client): Promise<TableToCopy[]> {
  const { rows } = await client.query<TableToCopy & { refers_to: string[] }>(
    `select pg_class.oid::regclass::text as name,
       array(select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select distinct confrelid::regclass::text from pg_constraint
         where contype = 'f' and conrelid = pg_class.oid and confrelid <> pg_class.oid) as refers_to
     from pg_class
     where relkind = 'r' and relpersistence = 'p' and ${OF_SCHEMAS}
       and relname <> all ($1)
     order by 1`,
    [EXCLUDED],
  )
  const ordered: TableToCopy[] = []
  const placed = new Set<string>()
  while (placed.size < rows.length) {
    const next = rows.filter(
      ({ name, refers_to }) => !placed.has(name) && refers_to.every((other) => placed.has(other)),
    )
    if (!next.length) throw new Error('tables reference each other in a circle')
    for (const { name, columns } of next) {
      placed.add(name)
      ordered.push({ name, columns })
    }
  }
  return ordered
}

/** Returns the positions of the sequences, which may be ahead of the snapshot. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and ${OF_SCHEMAS} order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of names) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::float8 as last, is_called as is_taken from ${quoted(client, name)}`,
    )
    sequences.push(...rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

/** Sets the sequences to the positions of the backup. */
export async function continueSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last, is_taken } of sequences)
    await client.query('select setval($1, $2, $3)', [quoted(client, name), last, is_taken])
}

/** Writes a table to a new, compressed file; returns the number of rows. Ends the connection on failure. */
export async function copyOut(client: pg.Client, table: TableToCopy, path: string): Promise<number> {
  const rows = client.query(copyTo(`copy ${target(client, table)} to stdout`))
  try {
    await pipeline(rows, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    // The connection still has unread rows, for which every later statement would wait.
    await client.end()
    throw error
  }
  return rows.rowCount
}

/** Fills a table from a file that `copyOut` wrote; returns the number of rows. */
export async function copyIn(client: pg.Client, table: TableToCopy, path: string): Promise<number> {
  const rows = client.query(copyFrom(`copy ${target(client, table)} from stdin`))
  await pipeline(createReadStream(path), createGunzip(), rows)
  return rows.rowCount
}

/** Throws an Error unless the marketplace has no accounts, products, orders and files. */
export async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ contents: string }>(`
    select 'accounts' as contents where exists (select from users)
    union all select 'products' where exists (select from products)
    union all select 'orders' where exists (select from orders)
    union all select 'stored files' where exists (select from storage_objects)`)
  if (!rows.length) return
  const contents = rows.map((row) => row.contents).join(', ')
  throw new Error(`The database is not empty (${contents}): a backup can be restored into an empty database only.`)
}

/** Returns whether the tables of a marketplace exist. */
export async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('storage_objects') is not null as exists`)
  return rows[0]?.exists === true
}

/**
 * Runs `fill` in one transaction on an empty database, with all tables locked and triggers disabled: the rows that they
 * would derive are in the backup. On failure everything is rolled back. Throws an Error when the database is not empty.
 */
export async function fillEmpty(client: pg.Client, tables: readonly TableToCopy[], fill: () => Promise<void>) {
  const names = tables.map(({ name }) => quoted(client, name))
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.filling])
    await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
    await requireEmpty(client)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${names.join(', ')}, storage_discards cascade`)
    await fill()
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Updates the planner's statistics. */
export async function analyze(client: pg.Client): Promise<void> {
  await client.query('analyze')
}

function quoted(client: pg.Client, name: string): string {
  return name
    .split('.')
    .map((part) => client.escapeIdentifier(part))
    .join('.')
}

function target(client: pg.Client, { name, columns }: TableToCopy): string {
  return `${quoted(client, name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`
}
