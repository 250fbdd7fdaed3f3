import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../../db/connect.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
const CONNECT_TIMEOUT_MS = 5_000

export interface Listener {
  /** False while messages may be lost: what they would spoil must not be used. */
  readonly connected: boolean
  close(): Promise<void>
}

/**
 * Listens to a PostgreSQL channel on a connection of its own and comes back by itself when that breaks.
 * `onConnect` is called each time it (re)connects: what was said meanwhile is lost.
 */
export function listen(
  connection: Connection,
  channel: string,
  handlers: { onMessage: (payload: string) => void; onConnect: () => void },
): Listener {
  const closing = new AbortController()
  let listening: pg.Client | undefined

  async function listenUntilItBreaks(): Promise<void> {
    const client = createClient(connection)
    const ended = new Promise<unknown>((resolve) => client.once('end', () => resolve(undefined)))
    try {
      await client.connect()
      client.on('notification', ({ payload = '' }) => handlers.onMessage(payload))
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (closing.signal.aborted) return
      handlers.onConnect()
      listening = client
      await ended
    } finally {
      listening = undefined
      await client.end().catch(() => {})
    }
  }

  async function run(): Promise<void> {
    let delay = FIRST_RETRY_MS
    while (!closing.signal.aborted) {
      try {
        await listenUntilItBreaks()
        delay = FIRST_RETRY_MS
      } catch {
        delay = Math.min(delay * 2, MAX_RETRY_MS)
      }
      await sleep(delay, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    get connected() {
      return listening !== undefined
    },
    async close() {
      closing.abort()
      // A connection still being made must not be ended under way, pg would wait for it for ever: `run` ends it.
      await listening?.end().catch(() => {})
      await running
    },
  }
}

function createClient(connection: Connection): pg.Client {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'openstall listener',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  // The 'end' that follows an error is what counts; without a listener the error would end the process.
  client.on('error', () => {})
  return client
}
