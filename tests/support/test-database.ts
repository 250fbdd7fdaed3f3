import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { inject as provided } from 'vitest'
import { type Connection, connectDatabase, sqlState } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { PICTURE_WIDTHS } from '../../shared/catalog/constants.ts'
import { onDatabase } from './connection-url.ts'

/** Copies of one template wait for each other; those of the empty one need not wait for the demo, which is filled first. */
const EMPTY_LOCK = 7_465_002
const MARKET_LOCK = 7_465_003
const INSUFFICIENT_PRIVILEGE = '42501'

export interface TestDatabase {
  connection: Connection
  drop(): Promise<void>
}

/** Creates an empty migrated database, copied from the template in a few dozen milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(provided('databaseServer').template, EMPTY_LOCK)
}

/**
 * Creates a database with the demo marketplace; the first one of a run seeds it, the others copy it. Its pictures are in
 * `filesDir`.
 */
export async function createMarketDatabase(): Promise<TestDatabase & { filesDir: string }> {
  const { market } = provided('databaseServer')
  return { ...(await copyOf(market.template, MARKET_LOCK, seedMarketTemplate)), filesDir: market.filesDir }
}

async function copyOf(
  template: string,
  lock: number,
  prepare?: (admin: Kysely<Tables>) => Promise<void>,
): Promise<TestDatabase> {
  const { connection: server } = provided('databaseServer')
  const name = `openstall_${randomUUID().replaceAll('-', '')}`
  const admin = connectDatabase(server, { max: 1 })
  await patiently(admin, (session) =>
    holding(session, lock, async () => {
      await prepare?.(session)
      // Copies files instead of logging each page.
      await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(session)
    }),
  )
  return {
    connection: onDatabase(server, name),
    drop: async () => {
      await patiently(admin, (session) => dropDatabase(session, name))
      await admin.destroy()
    },
  }
}

async function holding(session: Kysely<Tables>, lock: number, work: () => Promise<void>): Promise<void> {
  await sql`select pg_advisory_lock(${lock})`.execute(session)
  try {
    await work()
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(session)
  }
}

async function dropDatabase(session: Kysely<Tables>, name: string): Promise<void> {
  try {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(session)
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
    // The server's autovacuum may be connected, which must not be killed by force; without force PostgreSQL ends it itself.
    await sql`drop database if exists ${sql.id(name)}`.execute(session)
  }
}

/** Runs slow statements on one connection: the pool would close it while the demo is seeded, which would release its lock. */
function patiently<T>(admin: Kysely<Tables>, work: (session: Kysely<Tables>) => Promise<T>): Promise<T> {
  return admin.connection().execute(async (session) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      session,
    )
    return work(session)
  })
}

/** Must be called with the lock held. The template gets its name once it is complete. */
async function seedMarketTemplate(admin: Kysely<Tables>): Promise<void> {
  const { connection, template, market } = provided('databaseServer')
  const { rows } = await sql`select 1 from pg_database where datname = ${market.template}`.execute(admin)
  if (rows.length) return
  const unfinished = `${market.template}_unfinished`
  await sql`drop database if exists ${sql.id(unfinished)} with (force)`.execute(admin)
  await holding(admin, EMPTY_LOCK, async () => {
    await sql`create database ${sql.id(unfinished)} template ${sql.id(template)}`.execute(admin)
  })
  // Imported here, as most test files do not need the demo.
  const { seedDemoMarketplace } = await import('../../demo/seed.ts')
  const db = connectDatabase(onDatabase(connection, unfinished))
  const options = { picturesDir: market.filesDir, now: new Date(), log: () => {} }
  await seedDemoMarketplace(db, { ...options, avatarUrl: () => `/avatars/${'0'.repeat(22)}.svg` })
  await makeCardPictures(db, market.filesDir)
  await db.destroy()
  await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(market.template)}`.execute(admin)
}

/** A server creates these pictures on first request, which would repeat the work for each copy. */
async function makeCardPictures(db: Kysely<Tables>, filesDir: string): Promise<void> {
  const { writeSmaller } = await import('../../server/programs/storage/rewrite-picture.ts')
  const { variantOf } = await import('../../server/programs/storage/variants.ts')
  const featured = db.selectFrom('storage_objects').select('blob').where('blob', 'like', '%/featured_image')
  for (const { blob } of await featured.execute()) {
    const picture = join(filesDir, blob)
    await writeSmaller(picture, variantOf(picture, PICTURE_WIDTHS[0]), PICTURE_WIDTHS[0])
  }
}
