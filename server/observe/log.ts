import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Config } from '../config/config.ts'
import { describeError } from './describe-error.ts'

/** By default, about the time of a restart. */
const RETRY_AFTER_SECONDS = '2'

/** Returns the options of the log: JSON lines with times in UTC. `installRequestLog` logs requests, without headers or bodies. */
export function logOptions(level: Config['logLevel']): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    base: null,
    // Pino's own stream blocks where it cannot write.
    stream: process.stdout,
    // Not `err`: Pino would use the error's message as the message of the line.
    errorKey: 'thrown',
    serializers: { err: (error: unknown) => describeError(error) },
  }
}

/**
 * Logs one line a request: the route's pattern instead of the address, no query, body or tokens. Responses carry the
 * request's id, and every 503 Retry-After.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      event: 'request',
      method: request.method,
      route: request.is404 ? '(none)' : request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user_id: request.caller?.user_id,
    })
  })
}
