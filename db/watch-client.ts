import { channel } from 'node:diagnostics_channel'
import type pg from 'pg'
import { DatabaseTimeout, sqlState } from './failures.ts'
import { preparedStatement } from './prepared.ts'
import { closeSocket, socketOf } from './primary.ts'
import { currentContext, noteWritten, type RequestContext } from './request-context.ts'

/** Longer than the statement timeout: only connections that do not respond are closed. For jobs with a budget it counts. */
const MAX_WAIT_MS = 6_000

/** The minimum wait for the response to a write, however little budget is left: longer than the lock timeout. */
const MIN_CHANGE_WAIT_MS = 2_500

/** Less than the lock timeout: a statement that waits for a lock is reported while it waits. */
const SLOW_MS = 1_000
/** Truncates statements in reports. */
const MAX_TEXT_LENGTH = 300

const BEGINS = /^(begin|start transaction)\b/
/** A statement that writes rows, except bookkeeping: counters of limits, and the list of files to delete. */
const WRITES =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|(?<!for\s|key\s|do\s)update)\s+(?!"?(?:rate_limits|storage_discards)\b)["a-z]/i

/** A statement of a request or a job that ended. */
export interface EndedStatement {
  seconds: number
  text: string
  values: readonly unknown[]
  context: RequestContext
}

/** Publishes an EndedStatement for each statement of a request or a job. */
export const statements = channel('openstall.statements')

/** A statement that has been running for a second. */
export interface SlowStatement {
  context: RequestContext
  /** Its name, or the beginning of its text, without values. */
  statement: string
  /** The database's process, as in `pg_stat_activity`. */
  pid: number | undefined
}

/** Publishes a SlowStatement for each statement that takes longer than a second, while it runs. */
export const slowStatements = channel('openstall.slow-statements')

/**
 * Watches the statements of a connection, and runs prepared ones under their names. When the wait budget of the context is
 * used up, the statement fails and the connection is closed; without a context there is no limit. `onFailure` is called with
 * the error of every statement that fails, and of the connection. Statements that are queued without waiting for a response
 * are sent as one packet: each packet wakes a process, which costs more than the statement.
 */
export function watchClient(
  client: pg.PoolClient,
  { onTimeout, onFailure }: { onTimeout: () => void; onFailure: (error: unknown) => void },
): void {
  const send = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => Promise<unknown>
  const held = holdPackets(client)
  const changes = followChanges()

  function reporting(result: Promise<unknown>): Promise<unknown> {
    // Statements that copy rows return a stream.
    if (result instanceof Promise) result.catch(onFailure)
    return result
  }

  function query(text: unknown, ...rest: unknown[]): Promise<unknown> {
    const [values] = rest
    const isChange = typeof text === 'string' && changes(text)
    held.hold()
    const result = typeof text === 'string' ? sendNamed(text, values) : reporting(send(text, ...rest))
    if (text === 'begin') return result
    held.sendSoon()
    if (typeof text !== 'string') return result
    const context = currentContext()
    return context ? watch(client, onTimeout, result, { text, values, context, isChange }) : result
  }

  /** The response to a commit that was pipelined behind the statement before it. */
  let committing: Promise<unknown> | undefined

  function sendNamed(text: string, values: unknown): Promise<unknown> {
    if (text === 'begin') {
      // The next statement follows at once, and fails as well if this one fails, as the connection is lost then.
      setImmediate(held.send)
      reporting(send(text))
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    if (committing && (text === 'commit' || text === 'rollback')) {
      const ended = committing
      committing = undefined
      return ended
    }
    const statement = preparedStatement(text)
    if (!statement) return reporting(send(text, values))
    const { commits, ...named } = statement
    const result = reporting(send({ ...named, values }))
    // When the statement fails, this is a rollback.
    if (commits) committing = reporting(send('commit'))
    return result
  }

  client.query = query as typeof client.query
  // The statement of a broken connection fails by itself; without a listener this error would end the process.
  client.on('error', onFailure)
}

/** Limits the wait for a statement to the budget of its context, from which it is subtracted. */
function watch(
  client: pg.PoolClient,
  onTimeout: () => void,
  result: Promise<unknown>,
  {
    text,
    values,
    context,
    isChange,
  }: Omit<EndedStatement, 'seconds' | 'values'> & { values: unknown; isChange: boolean },
): Promise<unknown> {
  const sentAt = performance.now()
  function giveUp(): void {
    onTimeout()
    closeSocket(client)
  }
  // The database completes a change even when the wait for it ends.
  const budget = isChange ? Math.max(context.waitBudgetMs, MIN_CHANGE_WAIT_MS) : context.waitBudgetMs
  const isLong = context.kind === 'job' && Number.isFinite(budget)
  const limit = isLong ? budget : Math.min(budget, MAX_WAIT_MS)
  const watched = waitFor(result, limit, giveUp, () => reportSlow(client, text, context)).finally(() => {
    const seconds = (performance.now() - sentAt) / 1000
    context.waitBudgetMs -= seconds * 1000
    if (!statements.hasSubscribers) return
    statements.publish({ seconds, text, values: (values ?? []) as unknown[], context } satisfies EndedStatement)
  })
  return isChange ? noting(watched, context) : watched
}

/**
 * Returns a function that is called with each statement of a connection and returns whether it makes a change permanent: the
 * commit of a transaction that has written, or a write outside a transaction.
 */
function followChanges(): (text: string) => boolean {
  let isInTransaction = false
  let hasWritten = false
  return (text) => {
    if (BEGINS.test(text)) {
      ;[isInTransaction, hasWritten] = [true, false]
      return false
    }
    if (text === 'commit' || text === 'rollback') {
      isInTransaction = false
      return hasWritten && text === 'commit'
    }
    const writes = WRITES.test(text)
    if (!isInTransaction) return writes
    hasWritten ||= writes
    return hasWritten && preparedStatement(text)?.commits === true
  }
}

/** Records in the context that a change was sent, or undoes the record when the database refused the change. */
async function noting<T>(change: Promise<T>, context: RequestContext): Promise<T> {
  const { hasWritten } = context
  context.hasWritten = true
  try {
    const result = await change
    noteWritten(context)
    return result
  } catch (error) {
    // These are also reported when the server stops in the middle of a commit, which may have succeeded.
    const isRefused = /^(?!08|57P)/.test(sqlState(error) ?? '57P')
    if (isRefused) context.hasWritten = hasWritten
    throw error
  }
}

function reportSlow(client: pg.PoolClient, text: string, context: RequestContext): void {
  const { processID: pid } = client as { processID?: number }
  const statement = preparedStatement(text)?.name ?? text.slice(0, MAX_TEXT_LENGTH)
  slowStatements.publish({ context, statement, pid } satisfies SlowStatement)
}

/** `sendSoon` sends once the running code has queued all statements that wait for no response. */
function holdPackets(client: pg.PoolClient): { hold(): void; send(): void; sendSoon(): void } {
  let isHolding = false
  function send(): void {
    if (!isHolding) return
    isHolding = false
    socketOf(client).uncork()
  }
  function hold(): void {
    if (isHolding) return
    isHolding = true
    socketOf(client).cork()
  }
  // Runs after the callbacks of all promises that are resolved or rejected by now.
  return { hold, send, sendSoon: () => process.nextTick(send) }
}

/**
 * Returns what `promise` resolves to within `ms`. Calls `giveUp` and throws DatabaseTimeout after that; calls `reportSlow`
 * after a second.
 */
export async function waitFor<T>(
  promise: Promise<T>,
  ms: number,
  giveUp: () => void,
  reportSlow = () => {},
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    function end(): void {
      reject(new DatabaseTimeout('the database did not respond in time'))
      giveUp()
    }
    function slow(): void {
      timer = setTimeout(end, ms - SLOW_MS)
      reportSlow()
    }
    timer = ms > SLOW_MS ? setTimeout(slow, SLOW_MS) : setTimeout(end, Math.max(0, ms))
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
