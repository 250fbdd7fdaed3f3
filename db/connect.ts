import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { systemCode } from './files.ts'
import { deliveringMessages } from './notify.ts'
import { currentContext } from './request-context.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { DatabaseSilent, waitFor, watchClient } from './watch-client.ts'

/** How often a transaction is tried again after a deadlock or a serialization failure. */
const RETRIES = 3
const STATEMENT_TIMEOUT_MS = 5_000
const LOCK_TIMEOUT_MS = 2_000
/** To connect, and to be given a connection that others use. */
const CONNECT_TIMEOUT_MS = 5_000
/** The same while people wait: whoever waits longer is told to come again. */
const SERVING_CONNECT_TIMEOUT_MS = 2_000
const KEEP_ALIVE_AFTER_MS = 5_000

/** PostgreSQL's names for what its SQLSTATEs mean. */
export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
/** Also what a replica says of a read that stood in the way of what it replays. */
export const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const CONFLICTS = [SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE]

// bigint as number: every number we keep stays below 2^53. numeric stays text, so that money stays exact.
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

/** Thrown when the database could not settle who comes first, also after trying again. The caller may try later. */
export class TransactionConflict extends Error {}

/** Each repetition of a transaction is published here. */
export const transactionRetries = channel('openstall.transaction-retries')

const running = new AsyncLocalStorage<true>()
const pools = new WeakMap<object, pg.Pool>()

/**
 * Opens a pool of at most `max` connections. Statements end after 5 s, waits for locks after 2 s; a request that has
 * waited for the database as long as it may gets DatabaseSilent, and the connection it used is not used again.
 * A call on it from inside a transaction throws at once instead of waiting for a second connection.
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

/** Made while serving, a connection that does not come soon makes place for a new attempt; at the start there is time. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: currentContext() ? SERVING_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS })
  }
}

/** How many connections a pool has open and idle, and how many callers wait for one. */
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

/** The pool's connections, each watched. When one falls silent, those made before it are not trusted any more either. */
function watched(pool: pg.Pool): { connect: Connect; end: () => Promise<void> } {
  const madeAt = new WeakMap<pg.PoolClient, number>()
  let silentAt = Number.NEGATIVE_INFINITY

  pool.on('connect', (client) => {
    madeAt.set(client, performance.now())
    watchClient(client, () => {
      silentAt = performance.now()
    })
  })

  /** A connection from after the last silence. */
  async function trusted(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if ((madeAt.get(client) ?? 0) > silentAt) return client
      client.release(true)
    }
  }

  async function connectFor(): Promise<pg.PoolClient> {
    const context = currentContext()
    if (context?.kind !== 'request') return trusted()
    const askedAt = performance.now()
    const client = trusted()
    try {
      return await waitFor(client, Math.min(context.waitBudgetMs, SERVING_CONNECT_TIMEOUT_MS), () => {
        // A connection that comes too late for this caller waits in the pool for the next one.
        client.then(
          (late) => late.release(),
          () => {},
        )
      })
    } finally {
      context.waitBudgetMs -= performance.now() - askedAt
    }
  }

  return { connect: connectFor, end: () => pool.end() }
}

/**
 * Runs `work` in one transaction and answers what it answers. Deadlocks and serialization failures are tried again up
 * to 3 times; after that, and when a lock is not had within 2 s, throws TransactionConflict.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await deliveringMessages(db, (begun) =>
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

/** Whether an error says that others came first, in a transaction or outside of one: the same may work later. */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return error instanceof TransactionConflict || (state !== undefined && CONFLICTS.includes(state))
}

/** Whether an error says that the database could not be reached, went away or did not answer: the same may work later. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return /^(08|53|57)/.test(state)
  if (error instanceof DatabaseSilent) return true
  if (!(error instanceof Error)) return false
  if (NETWORK_FAULTS.includes(systemCode(error) ?? '')) return true
  // pg and Kysely tell these only by their texts.
  return AWAY_TEXTS.test(error.message)
}

const NETWORK_FAULTS = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']
const AWAY_TEXTS =
  /^(Connection terminated|timeout e(xceeded when trying to connect|xpired)|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/

/** The five-character SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  // EPIPE, the system's, has the form of one.
  if ('syscall' in error) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
