import pg from 'pg'
import { advisoryLocks } from '../advisory-locks.ts'
import { CONNECT_TIMEOUT_MS } from '../connect.ts'

/** One server's use of a database that several may share. */
export type Membership = Awaited<ReturnType<typeof joinMembers>>

/**
 * Returns a membership: a shared lock on its own connection, which PostgreSQL releases when this process dies. `onLost` is
 * called once if that connection ends before `leave`.
 */
export async function joinMembers(connection: pg.ClientConfig, onLost: () => void) {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: 'openstall membership',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  let state: 'joining' | 'in' | 'out' = 'joining'
  const lost = () => {
    if (state === 'in') onLost()
    state = 'out'
  }
  // Without a listener, a broken connection would end the process.
  client.on('error', lost)
  client.on('end', lost)
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.members])
  } catch (error) {
    await end(client)
    throw error
  }
  state = 'in'
  return {
    /**
     * Leaves, and returns whether this was the last member. If so, no other can join until `close`, so that the database
     * can be stopped.
     */
    leave: async (): Promise<boolean> => {
      if (state === 'out') return false
      state = 'out'
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [advisoryLocks.members])
        const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [advisoryLocks.members])
        return rows[0]?.last === true
      } catch {
        return false
      }
    },
    /** Ends the connection. */
    close: () => end(client),
  }
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {})
}
