import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { systemCode } from './files.ts'
import { deliverMessages } from './notify.ts'
import { currentContext } from './request-context.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { DatabaseTimeout, waitFor, watchClient } from './watch-client.ts'

/** How often a transaction is retried after a deadlock or a serialization failure. */
const RETRIES = 3
const STATEMENT_TIMEOUT_MS = 5_000
const LOCK_TIMEOUT_MS = 2_000
/** For a new connection, and for one of the pool while all are in use. */
const CONNECT_TIMEOUT_MS = 5_000
/** The same during a request, which fails with 503 after it. */
const SERVING_CONNECT_TIMEOUT_MS = 2_000
const KEEP_ALIVE_AFTER_MS = 5_000

/** SQLSTATEs, by PostgreSQL's names. */
/** The `application_name` of the connection on which a running server listens. */
export const LISTENER_NAME = 'openstall listener'

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
/** A replica also returns it for a read that conflicts with the replay of the log. */
export const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const CONFLICTS = [SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE]

// bigint as number: all ours stay below 2^53. numeric stays text, so that money stays exact.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

export type Connection =
  | string
  | {
      host: string
      port: number
      user: string
      database: string
      password?: string
      ssl?: false
      options?: string
    }

/** Thrown when a transaction conflicts with others, after its retries. The caller may try again later. */
export class TransactionConflict extends Error {}

/** Publishes `{ code }`, the SQLSTATE, for each retry of a transaction. */
export const transactionRetries = channel('openstall.transaction-retries')

const running = new AsyncLocalStorage<true>()
const pools = new WeakMap<object, pg.Pool>()

/**
 * Returns a pool of at most `max` connections. Statements time out after 5 s, waits for locks after 2 s. A request that
 * has used up its wait budget gets DatabaseTimeout, and its connection is closed. Use of the pool inside a transaction
 * throws, because waiting for a second connection could deadlock.
 */
export function connectDatabase(
  connection: Connection,
  options: { max?: number; onIdleError?: (error: Error) => void } = {},
): Db {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    Client,
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'openstall',
    types,
  })
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onIdleError?.(error))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: refusingInsideTransactions(watched(pool)) }) })
  pools.set(db, pool)
  return db
}

/** A client with a shorter connection timeout during requests and jobs than at the start. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: currentContext() ? SERVING_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS })
  }
}

/** Returns the counts of a pool's open and idle connections, and of the callers that wait for one. */
export function poolCounts(db: Db): { open: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

type Connect = () => Promise<pg.PoolClient>

function refusingInsideTransactions({ connect, end }: { connect: Connect; end: () => Promise<void> }): PostgresPool {
  return {
    connect: () => {
      if (running.getStore()) throw new Error('the pool was used inside a transaction: pass the transaction on')
      return connect() as unknown as ReturnType<PostgresPool['connect']>
    },
    end,
  } as PostgresPool
}

/** Watches the pool's connections. When one does not respond, those opened before that moment are closed, too. */
function watched(pool: pg.Pool): { connect: Connect; end: () => Promise<void> } {
  const openedAt = new WeakMap<pg.PoolClient, number>()
  let timedOutAt = Number.NEGATIVE_INFINITY

  pool.on('connect', (client) => {
    openedAt.set(client, performance.now())
    watchClient(client, () => {
      timedOutAt = performance.now()
    })
  })

  /** Returns a connection that was opened after the last one that did not respond. */
  async function trusted(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if ((openedAt.get(client) ?? 0) > timedOutAt) return client
      client.release(true)
    }
  }

  async function connectFor(): Promise<pg.PoolClient> {
    const context = currentContext()
    if (context?.kind !== 'request') return trusted()
    const startedAt = performance.now()
    const client = trusted()
    try {
      return await waitFor(client, Math.min(context.waitBudgetMs, SERVING_CONNECT_TIMEOUT_MS), () => {
        // A connection that comes too late for this caller returns to the pool.
        client.then(
          (late) => late.release(),
          () => {},
        )
      })
    } finally {
      context.waitBudgetMs -= performance.now() - startedAt
    }
  }

  return { connect: connectFor, end: () => pool.end() }
}

/**
 * Returns what `work` returns, which runs in one transaction. Deadlocks and serialization failures are retried up to 3
 * times. Throws TransactionConflict after that, and when a lock is not free within 2 s.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await deliverMessages(db, (begun) =>
        db.transaction().execute((tx) => {
          begun(tx)
          return running.run(true, () => work(tx))
        }),
      )
    } catch (error) {
      const code = sqlState(error)
      if (code === LOCK_NOT_AVAILABLE) throw new TransactionConflict('a lock was not free in time', { cause: error })
      if (code !== SERIALIZATION_FAILURE && code !== DEADLOCK) throw error
      if (attempt === RETRIES) throw new TransactionConflict('gave up after retries', { cause: error })
      transactionRetries.publish({ code })
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/** Returns whether an error is a conflict with other transactions: the same request may succeed later. */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return error instanceof TransactionConflict || (state !== undefined && CONFLICTS.includes(state))
}

/** Returns whether an error means that the database is unreachable or did not respond: the same may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return /^(08|53|57)/.test(state)
  if (error instanceof DatabaseTimeout) return true
  if (!(error instanceof Error)) return false
  if (NETWORK_FAULTS.includes(systemCode(error) ?? '')) return true
  // pg and Kysely distinguish these only by their texts.
  return AWAY_TEXTS.test(error.message)
}

const NETWORK_FAULTS = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']
const AWAY_TEXTS =
  /^(Connection terminated|timeout e(xceeded when trying to connect|xpired)|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/

/** Returns the five-character SQLSTATE of a database error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  // EPIPE, an error of the system, looks like one.
  if ('syscall' in error) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
