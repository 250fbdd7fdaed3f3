import type { Connection } from '../../db/connect.ts'

/** Returns a connection in the form of `DATABASE_URL`, even for a Unix socket. */
export function connectionUrl(connection: Connection): string {
  if (typeof connection === 'string') return connection
  const { host, port, user, password, database } = connection
  const url = new URL(`postgres://${user}@localhost:${port}/${database}`)
  if (password) url.password = password
  url.searchParams.set('host', host)
  return url.href
}

/** Returns the connection to another database of the same server. */
export function onDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database }
  const url = new URL(connection)
  url.pathname = `/${database}`
  return url.href
}
