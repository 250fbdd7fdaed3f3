import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Db, Tables, Tx } from './tables.ts'

/** How often a transaction is tried again after a deadlock or a serialization failure. */
const RETRIES = 3
const STATEMENT_TIMEOUT_MS = 5_000
const LOCK_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'

// bigint as number: every number we keep stays below 2^53. numeric stays text, so that money stays exact.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

export type Connection = string | { host: string; port: number; user: string; database: string; password?: string }

/** Thrown when the database could not settle who comes first, also after trying again. The caller may try later. */
export class TransactionConflict extends Error {}

const running = new AsyncLocalStorage<true>()

/**
 * Opens a pool of at most `max` connections. Statements end after 5 s, waits for locks after 2 s.
 * A call on it from inside a transaction throws at once instead of waiting for a second connection.
 */
export function connectDatabase(
  connection: Connection,
  options: { max?: number; onIdleError?: (error: Error) => void } = {},
): Db {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'openstall',
    types,
  })
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onIdleError?.(error))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: refusingInsideTransactions(pool) }) })
}

function refusingInsideTransactions(pool: pg.Pool): PostgresPool {
  return {
    connect: () => {
      if (running.getStore()) throw new Error('the pool was used inside a transaction: pass the transaction on')
      return pool.connect() as ReturnType<PostgresPool['connect']>
    },
    end: () => pool.end(),
  } as PostgresPool
}

/**
 * Runs `work` in one transaction and answers what it answers. Deadlocks and serialization failures are tried again up
 * to 3 times; after that, and when a lock is not had within 2 s, throws TransactionConflict.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => running.run(true, () => work(tx)))
    } catch (error) {
      const code = sqlState(error)
      if (code === LOCK_NOT_AVAILABLE) throw new TransactionConflict('a lock was not free in time', { cause: error })
      if (code !== SERIALIZATION_FAILURE && code !== DEADLOCK) throw error
      if (attempt === RETRIES) throw new TransactionConflict('gave up after retries', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/** The five-character SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
