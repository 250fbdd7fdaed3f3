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
  // For `/rest/v1`.
  'accept-profile',
  'content-profile',
  'prefer',
  'range',
  'x-retry-count',
]
/** Includes the API version: clients read error codes only when they see it. */
const RESPONSE_HEADERS = [
  'x-total-count',
  'link',
  'content-range',
  'preference-applied',
  'x-supabase-api-version',
  'x-sb-error-code',
  'retry-after',
]

/** Lets pages of other origins embed a response that is public anyway, such as a picture. */
export const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' } as const

/** Returns whether a page of another configured origin sent a request. */
export function isFromOtherOrigin({ headers }: FastifyRequest, origins: readonly string[]): boolean {
  return headers.origin !== undefined && origins.includes(headers.origin)
}

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
