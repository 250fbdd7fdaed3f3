import pg from 'pg'
import type { Connection } from './connect.ts'
import { primaryOf } from './primary.ts'

/**
 * Returns a connection for copying whole tables, without a statement timeout. Values have the same text form whatever the
 * settings of the database. The caller ends it.
 */
export async function openCopyClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...(await primaryOf(connection).locate()),
    application_name: 'openstall copy',
    keepAlive: true,
  })
  // When the connection breaks, the running statement reports it.
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 3; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  return client
}
