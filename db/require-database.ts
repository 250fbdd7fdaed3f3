import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectDatabase, sqlState } from './connect.ts'
import { NoPrimary, reasonOf } from './failures.ts'
import type { Log } from './files.ts'
import { poolerAdvice, requireSessions } from './pooler.ts'

const OLDEST_VERSION = 150_000
/** The extensions that `db/schema` creates. */
const EXTENSIONS = ['fuzzystrmatch', 'pg_trgm', 'unaccent']
/** The wait for a starting database, and for a host that takes writes: a promotion may be under way. */
const READY_TIMEOUT_MS = 30_000
const RETRY_EVERY_MS = 500
/** A database that is slower than this is logged. */
const SLOW_AFTER_MS = 5_000
/** SQLSTATE while the database starts or recovers. */
const STARTING = '57P03'

/**
 * Checks the database of DATABASE_URL. Throws an Error that names the setting and says what to do when the database is
 * unreachable, older than PostgreSQL 15, not encoded in UTF8, without the extensions of the schema, or behind a pooler that
 * keeps no connections. Waits up to 30 s, and logs it, for a database that is slow or starting and, where several hosts are
 * named, for one that takes writes.
 */
export async function requireDatabase(url: string, log: Log): Promise<void> {
  const { version, encoding, missing } = await readServer(url, log)
  if (version < OLDEST_VERSION)
    throw new Error(`DATABASE_URL: names PostgreSQL ${Math.floor(version / 10_000)}. Use PostgreSQL 15 or newer.`)
  if (encoding !== 'UTF8')
    throw new Error(
      `DATABASE_URL: the database is encoded in ${encoding}, which cannot hold every letter. ` +
        'Create another one: create database … encoding UTF8 template template0',
    )
  if (missing.length)
    throw new Error(
      `DATABASE_URL: the server has no extension ${missing.join(', ')}. Install the package of PostgreSQL's own extensions there.`,
    )
  await requireSessions(url)
}

type Server = { version: number; encoding: string; missing: string[] }

/** Returns what the server is, and which extensions it cannot create. */
async function readServer(url: string, log: Log): Promise<Server> {
  const slow = setTimeout(() => log('DATABASE_URL: the database is slow to respond. Waiting for it.'), SLOW_AFTER_MS)
  for (const until = performance.now() + READY_TIMEOUT_MS; ; await sleep(RETRY_EVERY_MS)) {
    const db = connectDatabase(url, { max: 1 })
    try {
      const { rows } = await sql<Server>`
        select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
          array(select unnest(${EXTENSIONS}::text[]) except select name from pg_available_extensions) as missing
      `.execute(db)
      return rows[0] ?? { version: 0, encoding: '', missing: [] }
    } catch (cause) {
      const reason = `DATABASE_URL: ${reasonOf(cause)}.`
      const mayRecover = cause instanceof NoPrimary || sqlState(cause) === STARTING
      if (!mayRecover || performance.now() > until)
        throw new Error(`${reason} ${poolerAdvice(cause) ?? adviceFor(sqlState(cause))}`, { cause })
      log(`${reason} Waiting for ${cause instanceof NoPrimary ? 'one that does' : 'it'}.`)
      log = () => {}
    } finally {
      clearTimeout(slow)
      await db.destroy()
    }
  }
}

function adviceFor(state = ''): string {
  if (state.startsWith('28')) return 'Correct the user or the password in it, or allow that user to connect.'
  if (state.startsWith('3D')) return 'Create that database, or name another one.'
  return 'Correct it, or start PostgreSQL there.'
}
