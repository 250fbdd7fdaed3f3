import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../../db/connect.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
const CONNECT_TIMEOUT_MS = 5_000
/** How often the database is asked for a sign of life, and after how long without one it may be gone unnoticed. */
const BEAT_MS = 500
const DEAF_AFTER_MS = 1_500

interface Handlers {
  onMessage: (payload: string) => void
  /** Called each time it (re)connects: what was said meanwhile is lost. */
  onConnect: () => void
}

export interface Notifications {
  /** False while messages may be lost: what they would spoil must not be used. */
  readonly connected: boolean
  /** Hears a channel from `start` on. */
  hear(channel: string, handlers: Handlers): void
  start(): void
  close(): Promise<void>
}

/**
 * Listens to PostgreSQL channels, all of a process on one connection of their own, and comes back by itself when that
 * breaks or falls silent.
 */
export function createNotifications(connection: Connection): Notifications {
  const closing = new AbortController()
  const channels = new Map<string, Handlers>()
  let listening: pg.Client | undefined
  let heardAt = 0
  let running: Promise<void> | undefined

  async function listenUntilItBreaks(): Promise<void> {
    const client = createClient(connection)
    const ended = new Promise<unknown>((resolve) => client.once('end', () => resolve(undefined)))
    try {
      await client.connect()
      client.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.onMessage(payload))
      for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (closing.signal.aborted) return
      heardAt = performance.now()
      for (const { onConnect } of channels.values()) onConnect()
      listening = client
      await Promise.race([ended, askForLife(client)])
    } finally {
      listening = undefined
      await client.end().catch(() => {})
    }
  }

  /** Ends by an error, when the connection is gone or does not answer. */
  async function askForLife(client: pg.Client): Promise<never> {
    for (;;) {
      await sleep(BEAT_MS, undefined, { signal: closing.signal, ref: false })
      await client.query('select')
      heardAt = performance.now()
    }
  }

  return {
    get connected() {
      return listening !== undefined && performance.now() - heardAt < DEAF_AFTER_MS
    },
    hear(channel, handlers) {
      if (running) throw new Error('a channel must be named before listening starts')
      channels.set(channel, handlers)
    },
    start() {
      running ??= repeatUntil(closing.signal, listenUntilItBreaks, (triedAt) => heardAt > triedAt)
    },
    async close() {
      closing.abort()
      // A connection still being made must not be ended under way, pg would wait for it for ever: the attempt ends it.
      await listening?.end().catch(() => {})
      await running
    },
  }
}

/** Does it again each time it ends or fails, after longer and longer pauses while it does not work at all. */
async function repeatUntil(
  ended: AbortSignal,
  attempt: () => Promise<void>,
  hasWorkedSince: (triedAt: number) => boolean,
): Promise<void> {
  let delay = FIRST_RETRY_MS
  while (!ended.aborted) {
    const triedAt = performance.now()
    await attempt().catch(() => {})
    delay = hasWorkedSince(triedAt) ? FIRST_RETRY_MS : Math.min(delay * 2, MAX_RETRY_MS)
    await sleep(delay, undefined, { signal: ended }).catch(() => {})
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
