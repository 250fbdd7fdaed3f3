import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onOwnMessage } from '../../../db/channels.ts'
import { type Connection, LISTENER_NAME } from '../../../db/connect.ts'
import { reasonOf } from '../../../db/failures.ts'
import { closeSocket, primaryOf } from '../../../db/primary.ts'
import type { Db } from '../../../db/tables.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
const CONNECT_TIMEOUT_MS = 5_000
const CLIENT = {
  application_name: LISTENER_NAME,
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: CONNECT_TIMEOUT_MS,
  // Locks are taken and released beside the heartbeat.
  pipeline: true,
}
/** The interval of checks; a connection without a response for `LOST_AFTER_MS` counts as lost. */
const HEARTBEAT_MS = 500
const LOST_AFTER_MS = 1_500

/** Shared, so that a dead connection that the database has not noticed yet does not block its successor. */
const LOCK = 'select pg_advisory_lock_shared(hashtextextended($1, 0))'
const UNLOCK = 'select pg_advisory_unlock_shared(hashtextextended($1, 0))'

export interface Channels {
  /** False while messages may be lost: caches that they would invalidate must not be used. */
  readonly connected: boolean
  /** `onConnect` is called after each (re)connect: messages sent meanwhile are lost. */
  subscribe(channel: string, handlers: { onMessage: (payload: string) => void; onConnect: () => void }): void
  /** Holds an advisory lock while this process is connected, until `unlock`, to show others that it is alive. */
  lock(name: string): void
  unlock(name: string): void
  start(): void
  close(): Promise<void>
}

interface ChannelsOptions {
  connection: Connection
  db: Db
  log?: { warn(event: object): void }
}

/**
 * Listens to PostgreSQL channels on one connection per process, and reconnects when it breaks or does not respond. Messages
 * of this process's own transactions on `db` are delivered at once, and a second time by the database.
 */
export function createChannels({ connection, db, log }: ChannelsOptions): Channels {
  const primary = primaryOf(connection)
  const closing = new AbortController()
  const channels = new Map<string, Parameters<Channels['subscribe']>[1]>()
  const locks = new Set<string>()
  let listening: pg.Client | undefined
  let respondedAt = 0
  let running: Promise<void> | undefined
  onOwnMessage(db, ({ channel, payload }) => channels.get(channel)?.onMessage(payload))

  async function listenUntilBroken(): Promise<void> {
    const openedAt = performance.now()
    const client = new pg.Client({ ...(await primary.locate()), ...CLIENT })
    // 'end' follows an error; without a listener the error would end the process.
    client.on('error', () => {})
    const ended = new AbortController()
    client.once('end', () => ended.abort(new Error('the connection ended')))
    // Messages come from the host that takes the writes.
    const stopFollowing = primary.onMoved(() => closeSocket(client))
    try {
      await client.connect()
      await primary.check(client)
      client.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.onMessage(payload))
      for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      for (const name of locks) await client.query(LOCK, [name])
      if (closing.signal.aborted) return
      respondedAt = performance.now()
      for (const { onConnect } of channels.values()) onConnect()
      listening = client
      for (;;) {
        await sleep(HEARTBEAT_MS, undefined, { signal: ended.signal, ref: false })
        await client.query('select')
        respondedAt = performance.now()
      }
    } finally {
      listening = undefined
      stopFollowing()
      primary.suspect(openedAt)
      await client.end().catch(() => {})
    }
  }

  return {
    get connected() {
      return listening !== undefined && performance.now() - respondedAt < LOST_AFTER_MS
    },
    subscribe(channel, handlers) {
      if (running) throw new Error('subscribe before listening starts')
      channels.set(channel, handlers)
    },
    // A broken connection locks again when it is back.
    lock(name) {
      locks.add(name)
      listening?.query(LOCK, [name]).catch(() => {})
    },
    unlock(name) {
      locks.delete(name)
      listening?.query(UNLOCK, [name]).catch(() => {})
    },
    start() {
      const hasRespondedSince = (time: number) => respondedAt > time
      running ??= retryUntil(closing.signal, { listen: listenUntilBroken, hasRespondedSince, log })
    },
    async close() {
      closing.abort()
      // Not a connection attempt, where `end` would never return: the attempt closes its own connection.
      await listening?.end().catch(() => {})
      await running
    },
  }
}

/** Listens until `closing`, again after each failure; logs each outage once. */
async function retryUntil(
  closing: AbortSignal,
  {
    listen,
    hasRespondedSince,
    log,
  }: { listen(): Promise<void>; hasRespondedSince(time: number): boolean; log: ChannelsOptions['log'] },
): Promise<void> {
  let delay = FIRST_RETRY_MS
  let isReported = false
  while (!closing.aborted) {
    const attemptedAt = performance.now()
    await listen().catch((error) => {
      if (hasRespondedSince(attemptedAt)) isReported = false
      // Meanwhile nothing cached is used, which is slow even where requests still reach the database.
      if (!isReported && !closing.aborted)
        log?.warn({ event: 'listener_lost', reason: reasonOf(Object(error).cause ?? error) })
      isReported = true
    })
    delay = hasRespondedSince(attemptedAt) ? FIRST_RETRY_MS : Math.min(delay * 2, MAX_RETRY_MS)
    await sleep(delay, undefined, { signal: closing }).catch(() => {})
  }
}
