import pg from 'pg'
import type { Connection } from './connect.ts'

/**
 * A connection for copying whole tables, whose statements take as long as they need. Values are written the same way
 * whatever the database is set to. Whoever opens it ends it.
 */
export async function openCopyClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'openstall copy',
    keepAlive: true,
  })
  // A connection that breaks tells so by the statement under way.
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 3; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  return client
}
