import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { deliverMessages } from './channels.ts'
import { isDatabaseFull, isPlanOutdated, sqlState } from './failures.ts'
import type { Connection } from './hosts.ts'
import { type Primary, primaryOf } from './primary.ts'
import { currentContext } from './request-context.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { SERVING_CONNECT_TIMEOUT_MS, type WatchedPool, watchPool } from './watch-pool.ts'

export { isDatabaseFull, isDatabaseUnavailable, sqlState } from './failures.ts'
export type { Connection } from './hosts.ts'

/** Retries of a transaction after a deadlock or a serialization failure. */
const RETRIES = 3
/** Milliseconds for every connection, by PostgreSQL's names. */
export const TIMEOUTS = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
} as const
/** Long, as machines may be busy: for connections at the start and of commands, and for a free one of the pool. */
export const CONNECT_TIMEOUT_MS = 30_000
const KEEP_ALIVE_AFTER_MS = 5_000

/** The `application_name` of the connection on which a running server listens. */
export const LISTENER_NAME = 'openstall listener'

/** SQLSTATEs, by PostgreSQL's names. */
export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
/** A replica also returns it for a read that conflicts with the replay of the log. */
export const SERIALIZATION_FAILURE = '40001'
export const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const CONFLICTS = [SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE]

// bigint as number: all ours stay below 2^53. numeric stays text, so that money stays exact.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Thrown when a transaction conflicts with others, after its retries. The caller may try again later. */
export class TransactionConflict extends Error {}

/** Publishes `{ code }`, the SQLSTATE, for each retry of a transaction. */
export const transactionRetries = channel('openstall.transaction-retries')

const running = new AsyncLocalStorage<true>()
const pools = new WeakMap<object, pg.Pool>()
const takers = new WeakMap<object, () => Promise<pg.PoolClient>>()
/** The pools whose database reported a full disk, until a write succeeds again. */
const full = new WeakSet<object>()

/**
 * Returns a pool of at most `max` connections, to the host that takes writes where the URL names several. Statements time
 * out after 5 s, waits for locks after 2 s; behind a pooler (`pooled`) those limits are the role's. A request that has used
 * up its wait budget gets DatabaseTimeout, and its connection is closed. Use of the pool inside a transaction throws,
 * because waiting for a second connection could deadlock.
 */
export function connectDatabase(
  connection: Connection,
  options: { max?: number; pooled?: boolean; onIdleError?: (error: Error) => void } = {},
): Db {
  const primary = primaryOf(connection)
  const pool = new pg.Pool({
    Client: clientOf(primary),
    ...(primary.several && { onConnect: (client: pg.ClientBase) => primary.check(client) }),
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(!options.pooled && TIMEOUTS),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'openstall',
    // Statements that need not wait for the response to the one before are sent at once.
    pipeline: true,
    types,
  })
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onIdleError?.(error))
  const watched = refusingInsideTransactions(
    watchPool(pool, primary, (error) => {
      if (isDatabaseFull(error)) full.add(pool)
    }),
  )
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: watched as unknown as PostgresPool }) })
  pools.set(db, pool)
  takers.set(db, watched.connect)
  return db
}

/** Returns a connection of a pool, for a library with statements of its own. The caller releases it. */
export function takeConnection(db: Db): Promise<pg.PoolClient> {
  const take = takers.get(db)
  if (!take) throw new Error('this database was not opened by connectDatabase')
  return take()
}

/** Returns whether a database refused a write because its disk is full, and has accepted none since. */
export function isMarkedFull(db: Db): boolean {
  return full.has(pools.get(db) ?? db)
}

/** Records that the database accepts writes again. */
export function clearFullMark(db: Db): void {
  full.delete(pools.get(db) ?? db)
}

/** Returns the class of a pool's clients: of the host that takes writes, with a shorter timeout in requests and jobs. */
function clientOf(primary: Primary): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const connectionTimeoutMillis = currentContext() ? SERVING_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS
      super({ ...config, ...primary.latest, connectionTimeoutMillis })
    }
  }
}

/** Returns the counts of a pool's open and idle connections, and of the callers that wait for one. */
export function poolCounts(db: Db): { open: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

function refusingInsideTransactions({ connect, end }: WatchedPool) {
  return {
    connect: () => {
      if (running.getStore()) throw new Error('the pool was used inside a transaction: pass the transaction on')
      return connect()
    },
    end,
  }
}

/**
 * Returns what `work` returns, which runs in one transaction. Deadlocks and serialization failures are retried up to 3
 * times. Throws TransactionConflict after that, and when a lock is not free within 2 s.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryConflicts(() =>
    deliverMessages(db, (begun) =>
      db.transaction().execute((tx) => {
        begun(tx)
        return running.run(true, () => work(tx))
      }),
    ),
  )
}

/**
 * Returns what `work` returns, which runs a transaction or a single statement. Retries and throws as `inTransaction` does.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = sqlState(error)
      if (code === LOCK_NOT_AVAILABLE) throw new TransactionConflict('a lock was not free in time', { cause: error })
      const isConflicting = code === SERIALIZATION_FAILURE || code === DEADLOCK
      if (!isConflicting && !isPlanOutdated(error)) throw error
      if (attempt === RETRIES) throw new TransactionConflict('gave up after retries', { cause: error })
      if (isConflicting) transactionRetries.publish({ code })
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/**
 * Returns whether an error means that its transaction was rolled back, for example after a conflict or by a constraint.
 * False when it may have been committed.
 */
export function isUndone(error: unknown): boolean {
  return isConflict(error) || /^(22|23)/.test(sqlState(error) ?? '')
}

/** Returns whether an error is a conflict with other transactions: the same request may succeed later. */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return error instanceof TransactionConflict || (state !== undefined && CONFLICTS.includes(state))
}
