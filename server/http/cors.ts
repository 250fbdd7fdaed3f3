import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const PREFLIGHT_MAX_AGE_SECONDS = 600
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
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
]
/** A client on another origin reads the error code only when it can see the version. */
const RESPONSE_HEADERS = ['x-total-count', 'link', 'x-supabase-api-version', 'x-sb-error-code', 'retry-after']

/** Allows pages of the configured origins to call the server; responses to all others carry no CORS headers. */
export async function installCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    delegator: async ({ headers }: FastifyRequest) => ({
      origin: headers.origin !== undefined && origins.includes(headers.origin) && headers.origin,
      preflight: headers['access-control-request-method'] !== undefined,
      methods: METHODS,
      allowedHeaders: REQUEST_HEADERS,
      exposedHeaders: RESPONSE_HEADERS,
      maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    }),
  })
}
