import { sql } from 'kysely'
import { connectDatabase, sqlState } from './connect.ts'
import { reasonOf } from './reason-of.ts'

const OLDEST_VERSION = 150_000

/**
 * Checks the database of DATABASE_URL. Throws an Error that names the setting and says what to do when the database is
 * unreachable, older than PostgreSQL 15, or not encoded in UTF8.
 */
export async function requireDatabase(url: string): Promise<void> {
  const { version, encoding } = await readServer(url)
  if (version < OLDEST_VERSION)
    throw new Error(`DATABASE_URL: names PostgreSQL ${Math.floor(version / 10_000)}. Use PostgreSQL 15 or newer.`)
  if (encoding !== 'UTF8')
    throw new Error(
      `DATABASE_URL: the database is encoded in ${encoding}, which cannot hold every letter. ` +
        'Create another one: create database … encoding UTF8 template template0',
    )
}

async function readServer(url: string): Promise<{ version: number; encoding: string }> {
  const db = connectDatabase(url, { max: 1 })
  try {
    const { rows } = await sql<{ version: number; encoding: string }>`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding
    `.execute(db)
    return rows[0] ?? { version: 0, encoding: '' }
  } catch (cause) {
    throw new Error(`DATABASE_URL: ${reasonOf(cause)}. ${adviceFor(sqlState(cause))}`, { cause })
  } finally {
    await db.destroy()
  }
}

function adviceFor(state = ''): string {
  if (state.startsWith('28')) return 'Correct the user or the password in it, or allow that user to connect.'
  if (state.startsWith('3D')) return 'Create that database, or name another one.'
  return 'Correct it, or start PostgreSQL there.'
}
