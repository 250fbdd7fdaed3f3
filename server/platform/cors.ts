import type { FastifyInstance } from 'fastify'
import { addVary } from './vary.ts'

const PREFLIGHT_MAX_AGE_SECONDS = 600
const METHODS = 'GET, POST, PUT, PATCH, DELETE, HEAD'
const REQUEST_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'apikey',
  'idempotency-key',
  'x-client-info',
  'x-supabase-api-version',
  'x-jwt-aud',
  'x-upsert',
  'cache-control',
  'x-metadata',
].join(', ')
/** A client on another origin reads the error code only when it can see the version. */
const RESPONSE_HEADERS = 'x-total-count, link, x-supabase-api-version, x-sb-error-code, retry-after'

/** Lets pages of the configured origins call us; all others get no CORS headers, so browsers keep them out. */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    addVary(reply, 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', RESPONSE_HEADERS)
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return
    return reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', String(PREFLIGHT_MAX_AGE_SECONDS))
      .send()
  })
}
