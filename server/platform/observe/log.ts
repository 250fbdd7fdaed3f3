import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { isDatabaseUnavailable, sqlState } from '../../../db/connect.ts'
import { isStoreUnavailable } from '../../../db/failures.ts'
import { systemCode } from '../../../db/files.ts'
import { currentContext } from '../../../db/request-context.ts'
import { type SlowStatement, slowStatements } from '../../../db/watch-client.ts'
import type { Config } from '../config/config.ts'
import type { LogOutput } from './log-output.ts'

/** About the time of a restart. */
const RETRY_AFTER_SECONDS = '2'
const INFO_LEVEL = 30
const WARN_LEVEL = 40

export interface AnsweredRequest {
  id: string
  url: string
  method: string
  route: string
  status: number
  ms: number
  user_id?: string | undefined
}

/** Called with each request that was answered. */
export type OnAnswered = readonly ((request: AnsweredRequest) => void)[]

/** Returns the options of the log: JSON lines, UTC; errors of an unavailable database are one line a second. */
export function logOptions(
  level: Config['logLevel'],
  output: Pick<LogOutput, 'write'> = process.stdout,
): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  const count = createUnavailableCounter((lineLevel, line) => {
    if (level === 'error' && lineLevel <= WARN_LEVEL) return
    output.write(`${JSON.stringify({ level: lineLevel, time: timeNow(), ...line })}\n`)
  })
  return {
    level,
    hooks: {
      logMethod(args, method) {
        const [line] = args as [unknown]
        const isCounted = typeof line === 'object' && line !== null && 'err' in line && count(line.err)
        if (!isCounted) method.apply(this, args)
      },
    },
    timestamp: () => `,"time":"${timeNow()}"`,
    base: null,
    // Pino's own stream blocks where it cannot write.
    stream: output,
    // Not `err`: Pino would use the error's message as the message of the line.
    errorKey: 'thrown',
    serializers: { err: (error: unknown) => describeError(error) },
  }
}

let timeAt = 0
let timeText = ''

function timeNow(): string {
  const now = Date.now()
  if (now !== timeAt) {
    timeAt = now
    timeText = new Date(now).toISOString()
  }
  return timeText
}

/** Passes each request on once it is answered, as the fast path does; responses have its id. */
export function installRequestLog(app: FastifyInstance, onAnswered: OnAnswered): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { id, url, method, caller } = request
    const { url: route = '(none)' } = request.routeOptions
    const { statusCode: status, elapsedTime: ms } = reply
    for (const count of onAnswered) count({ id, url, method, route, status, ms, user_id: caller?.user_id })
    done()
  })
}

/** Returns a function that logs one line a request, with the route's pattern and no query, body or tokens. */
export function createRequestLog(
  level: Config['logLevel'],
  output: Pick<LogOutput, 'writeLater'>,
): (request: AnsweredRequest) => void {
  if (level !== 'info' && level !== 'debug') return () => {}
  return ({ id, method, route, status, ms, user_id }) => {
    const user = user_id === undefined ? '' : `,"user_id":"${user_id}"`
    output.writeLater(
      `{"level":${INFO_LEVEL},"time":"${timeNow()}","reqId":"${id}","event":"request","method":"${method}","route":"${route}","status":${status},"ms":${Math.round(ms * 10) / 10}${user}}\n`,
    )
  }
}

/** Logs each statement that runs for a second, with its request or job and its process in `pg_stat_activity`. */
export function installSlowStatementLog(app: FastifyInstance): void {
  function log(message: unknown): void {
    const { context, statement, pid } = message as SlowStatement
    const { kind, id } = context
    app.log.warn({ event: 'slow_statement', [kind === 'request' ? 'reqId' : 'job']: id, pid, statement })
  }
  subscribe(slowStatements.name, log)
  app.addHook('onClose', async () => void unsubscribe(slowStatements.name, log))
}

type ErrorDescription = {
  type: string
  message: string
  stack: string
  code?: string
  cause?: ErrorDescription
  [more: string]: unknown
}

const MAX_CAUSES = 3

/** Returns an error for the log: its place, and its message unless that may quote user input. */
function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const quotes = error instanceof SyntaxError || sqlState(error) !== undefined
  const message = quotes ? '(not shown: it may quote user input)' : error.message
  return {
    type: error.name,
    message,
    stack: framesOf(error),
    ...(code && { code }),
    ...('constraint' in error && typeof error.constraint === 'string' && { constraint: error.constraint }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

const EVERY_MS = 1_000
const [WARN, ERROR] = [40, 50]

/** The number of failures within a second, by their source. */
interface Counts {
  requests: number
  /** Failures of jobs and idle connections. */
  others: number
  reasons: Record<string, number>
}

/**
 * Returns a function that counts an error if it means that the database, or another service, is unavailable, and returns
 * whether it did. `write` gets one line for each second with such errors, as each request would log the same stack. While no
 * request has failed, it is a warning.
 */
function createUnavailableCounter(
  write: (level: number, line: { event: 'unavailable' } & Counts) => void,
): (error: unknown) => boolean {
  let counts: Counts | undefined

  function flush(): void {
    if (!counts) return
    write(counts.requests ? ERROR : WARN, { event: 'unavailable', ...counts })
    counts = undefined
  }

  return (error) => {
    if (!isDatabaseUnavailable(error) && !isStoreUnavailable(error)) return false
    if (!counts) setTimeout(flush, EVERY_MS).unref()
    counts ??= { requests: 0, others: 0, reasons: {} }
    if (currentContext()?.kind === 'request') counts.requests++
    else counts.others++
    const reason = reasonOf(error as Error)
    counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1
    return true
  }
}

/** Returns the reason without the database's own message, which may quote user input. */
function reasonOf(error: Error): string {
  return sqlState(error) ?? systemCode(error) ?? error.message
}
