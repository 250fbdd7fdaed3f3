import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CONNECT_TIMEOUT_MS, sqlState, TIMEOUTS } from './connect.ts'
import { reasonOf } from './failures.ts'
import { closeSocket, primaryOf } from './primary.ts'

// A pooler such as pgbouncer in transaction mode gives a connection for one transaction only. What needs a connection of its
// own (messages between processes, migrations, locks, copies) goes to DATABASE_URL, which is the database itself.

const CLOSE_TIMEOUT_MS = 1_000
/** With fewer, a pooler may by chance give each client a connection of its own. */
type Clients = [pg.Client, pg.Client, pg.Client]
/** SQLSTATEs of a prepared statement that another client has prepared, or not, on the same connection. */
const STATEMENT_MIXED_UP = ['26000', '42P05']

/**
 * Throws an Error that says what to do when `url` does not keep a connection for each client, as a pooler in transaction
 * mode does not.
 */
export async function requireSessions(url: string): Promise<void> {
  await withClients(url, async (clients) => {
    if (!(await isPooled(clients[0]))) return
    for (const [index, client] of clients.entries()) {
      await client.query(`select set_config('openstall.client', $1, false)`, [String(index)])
      for (const [other, reader] of clients.slice(0, index).entries()) {
        const { rows } = await reader.query(`select current_setting('openstall.client', true) as client`)
        if (rows[0]?.client !== String(other)) throw new Error(`DATABASE_URL: ${NO_SESSIONS}`)
      }
    }
  })
}

const NO_SESSIONS =
  'names a pooler that gives connections for one transaction only. Name it in DATABASE_POOLER_URL and the database itself ' +
  'here: messages between processes, migrations and backups need connections of their own.'

/**
 * Checks that the pool works through a pooler: `url` leads to the same database as `directUrl`, its statements have timeouts,
 * and prepared ones are known on every connection. Throws an Error that names the setting and says what to do.
 */
export async function requirePooler(url: string, directUrl: string): Promise<void> {
  await withClients(url, async (clients) => {
    if ((await identityOf(clients)) !== (await withClients(directUrl, identityOf)))
      throw new Error('DATABASE_POOLER_URL: leads to another database than DATABASE_URL.')
    await requireTimeouts(clients)
    await requirePrepared(clients)
  })
}

async function identityOf([client]: Clients): Promise<string | undefined> {
  const { rows } = await client.query<{ identity: string }>(
    `select current_database() || ' of ' || pg_postmaster_start_time() as identity`,
  )
  return rows[0]?.identity
}

/** A pooler does not take them from its clients, and without them a request could keep a connection for ever. */
async function requireTimeouts([client]: Clients): Promise<void> {
  const names = Object.keys(TIMEOUTS)
  const { rows } = await client.query<{ name: string; setting: string; role: string; database: string }>(
    'select name, setting, current_user as role, current_database() as database from pg_settings where name = any($1)',
    [names],
  )
  const missing = rows.filter(({ setting }) => setting === '0')
  if (!missing.length) return
  const { role = '', database = '' } = missing[0] ?? {}
  const place = `alter role ${client.escapeIdentifier(role)} in database ${client.escapeIdentifier(database)}`
  const statements = missing.map(
    ({ name }) => `  ${place} set ${name} = '${TIMEOUTS[name as keyof typeof TIMEOUTS]}ms';`,
  )
  throw new Error(
    `DATABASE_POOLER_URL: statements through the pooler have no ${missing.map(({ name }) => name).join(', ')}. Run this once in ` +
      `the database, and let the pooler connect anew (RECONNECT):\n${statements.join('\n')}`,
  )
}

/** Throws when a statement that each client has prepared is unknown, or already prepared, on the connection that runs it. */
async function requirePrepared(clients: pg.Client[]): Promise<void> {
  const name = `openstall_check_${Date.now()}`
  try {
    for (const client of [...clients, ...clients]) {
      await client.query({ name, text: 'select 1' })
      await client.query('select 1')
    }
  } catch (cause) {
    if (!STATEMENT_MIXED_UP.includes(sqlState(cause) ?? '')) throw cause
    throw new Error(
      'DATABASE_POOLER_URL: the pooler does not keep prepared statements. Use PgBouncer 1.21 or newer with ' +
        'max_prepared_statements = 200.',
      { cause },
    )
  }
}

async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID
}

async function withClients<T>(url: string, work: (clients: Clients) => Promise<T>): Promise<T> {
  const config = {
    ...(await primaryOf(url).locate()),
    application_name: 'openstall check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  }
  const clients: Clients = [new pg.Client(config), new pg.Client(config), new pg.Client(config)]
  try {
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect()
    }
    return await work(clients)
  } finally {
    const ended = Promise.all(clients.map((client) => client.end().catch(() => {})))
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    for (const client of clients) closeSocket(client)
  }
}

/** Returns advice for a connection that a pooler refused because of a parameter; undefined for other errors. */
export function poolerAdvice(error: unknown): string | undefined {
  return /unsupported startup parameter/.test(reasonOf(error)) ? `It ${NO_SESSIONS}` : undefined
}
