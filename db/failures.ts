import { systemCode } from './files.ts'

/** SQLSTATE of a write on a host that has become a standby, or was made read-only. */
const READ_ONLY = '25006'
const DISK_FULL = '53100'
/** SQLSTATE of a prepared statement that the connection does not know. */
const UNKNOWN_STATEMENT = '26000'
/** SQLSTATE of a prepared statement whose result would have other column types than before, among many other errors. */
const NOT_SUPPORTED = '0A000'
const NETWORK_FAULTS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
const AWAY_TEXTS =
  /^(Connection terminated|timeout e(xceeded when trying to connect|xpired)|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/
/** pg's text when all connections of a pool are in use, which is not a fault of the host. */
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect'

/** Thrown when no host takes writes: a retry may succeed. */
export class NoPrimary extends Error {}

/** Thrown when the database, or the network to it, did not respond within the wait budget of the request. */
export class DatabaseTimeout extends Error {}

/** Returns whether an error means that the database is unreachable or did not respond: a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return state === READ_ONLY || /^(08|53|57)/.test(state)
  if (error instanceof DatabaseTimeout || error instanceof NoPrimary) return true
  if (!(error instanceof Error)) return false
  if (NETWORK_FAULTS.includes(systemCode(error) ?? '')) return true
  // pg and Kysely distinguish these only by their texts.
  return AWAY_TEXTS.test(error.message)
}

/** Returns whether an error means that the service which stores files failed, or did not respond: a retry may succeed. */
export function isStoreUnavailable(error: unknown): boolean {
  // Uploads that time out have no metadata.
  const { name, $metadata } = Object(error)
  return name === 'TimeoutError' || $metadata?.httpStatusCode >= 500
}

/** Returns whether the database could not write because its disk is full. */
export function isDatabaseFull(error: unknown): boolean {
  return sqlState(error) === DISK_FULL
}

/** Returns whether an error means that the host shuts down, is gone or takes no writes: another one may take them now. */
export function isHostLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return state === READ_ONLY || /^(08|57P0[1-3])/.test(state)
  return isDatabaseUnavailable(error) && (error as Error).message !== POOL_EXHAUSTED
}

/**
 * Returns whether a prepared statement failed, without any effect, because it is stale: a migration changed the columns it
 * returns, or the connection no longer has it.
 */
export function isPlanOutdated(error: unknown): boolean {
  const state = sqlState(error)
  if (state === UNKNOWN_STATEMENT) return true
  return state === NOT_SUPPORTED && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
}

/** Returns the five-character SQLSTATE of a database error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  // EPIPE, an error of the system, looks like one.
  if ('syscall' in error) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

/**
 * Returns the reason of a failure, for the operator. Connecting to a name with several addresses fails with an
 * AggregateError without a message: then the messages of its errors are joined.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message) return error.message
  const reasons = error instanceof AggregateError ? error.errors.map(reasonOf) : []
  return reasons.join('; ') || error.name
}
