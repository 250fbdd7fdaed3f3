import type pg from 'pg'
import { DatabaseTimeout, isHostLost, isPlanOutdated, sqlState } from './failures.ts'
import { closeSocket, type Primary } from './primary.ts'
import { currentContext } from './request-context.ts'
import { reserveConnections } from './reserve-connection.ts'
import { waitFor, watchClient } from './watch-client.ts'

/** For a connection during a request, which fails with 503 after it. */
export const SERVING_CONNECT_TIMEOUT_MS = 2_000
/** A caller retries when the primary changes while it connects. */
const CONNECT_ATTEMPTS = 3

export type WatchedPool = ReturnType<typeof watchPool>

/**
 * Watches the pool's connections. When one does not respond, or its host no longer takes writes, all opened before that are
 * closed, too. After a failover the connections to the former primary are closed at once, so that nothing more is written
 * there. `onFailure` is called with the error of every statement that fails. A request that has written reads on its own
 * connection, instead of queueing behind others that may wait for its locks.
 */
export function watchPool(pool: pg.Pool, primary: Primary, onFailure: (error: unknown) => void) {
  const openedAt = new Map<pg.PoolClient, number>()
  let distrustedAt = Number.NEGATIVE_INFINITY
  const isTrusted = (client: pg.PoolClient) => (openedAt.get(client) ?? 0) > distrustedAt
  const distrustAll = () => {
    distrustedAt = performance.now()
  }

  pool.on('connect', (client) => {
    const at = performance.now()
    openedAt.set(client, at)
    watchClient(client, {
      onTimeout: () => {
        distrustAll()
        primary.suspect(at)
      },
      onFailure: (error) => {
        onFailure(error)
        // All were prepared before the same migration.
        if (isPlanOutdated(error)) distrustAll()
        if (!isHostLost(error)) return
        // The host responds: its other connections are as bad.
        if (sqlState(error)) distrustAll()
        primary.suspect(at)
      },
    })
  })
  pool.on('remove', (client) => void openedAt.delete(client))
  const stopFollowing = primary.onMoved(() => {
    distrustAll()
    for (const client of openedAt.keys()) closeSocket(client)
  })

  async function trusted(): Promise<pg.PoolClient> {
    for (let failures = 0; ; ) {
      await primary.locate()
      try {
        const client = await pool.connect()
        if (isTrusted(client)) return client
        client.release(true)
      } catch (error) {
        if (!primary.several || pool.ending || !isHostLost(error) || ++failures === CONNECT_ATTEMPTS) throw error
        primary.suspect(performance.now())
      }
    }
  }

  const reserved = reserveConnections(isTrusted, trusted)

  async function connect(): Promise<pg.PoolClient> {
    const context = currentContext()
    if (context?.kind !== 'request') return trusted()
    // A statement that is sent would run even so, and the client would repeat it after the 503.
    if (context.waitBudgetMs <= 0) throw new DatabaseTimeout('the wait budget of the request is used up')
    const startedAt = performance.now()
    const client = (reserved.take(context) ?? trusted()).then((taken) => reserved.reserving(taken, context))
    const limit = context.hasWritten ? context.waitBudgetMs : SERVING_CONNECT_TIMEOUT_MS
    try {
      return await waitFor(client, Math.min(context.waitBudgetMs, limit), () => {
        // A connection that comes too late for this caller returns to the pool.
        client.then((late) => late.release()).catch(() => {})
      })
    } finally {
      context.waitBudgetMs -= performance.now() - startedAt
    }
  }

  async function end(): Promise<void> {
    stopFollowing()
    await pool.end()
  }

  return { connect, end }
}
