import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/errors.ts'
import { logFailure, toAppError } from '../../../platform/http/render-errors.ts'
import { ApiKeyRefused, IdTokenRefused } from './errors.ts'

const API_VERSION_HEADER = 'x-supabase-api-version'
const API_VERSION = '2024-01-01'

/** The protocol's codes for refusals before a handler runs. */
const PROTOCOL_CODES: Record<string, string> = {
  too_large: 'request_entity_too_large',
  unexpected_error: 'unexpected_failure',
  write_limit: 'over_request_rate_limit',
}

/** Returns the failure of `toAppError` with the protocol's code. */
export function toAuthFailure(error: unknown): AppError {
  return withProtocolCode(toAppError(error), error)
}

/** Renders failures of `/auth/v1` in the form of the client's version header. */
export function renderAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAuthFailure(error)
  logFailure(request, failure)
  reply
    .code(failure.status)
    .headers(failure.headers)
    .header('cache-control', 'no-store')
    .header('x-sb-error-code', failure.code)
    .type('application/json')
  if (failure instanceof ApiKeyRefused) return reply.send(JSON.stringify({ message: failure.message }))
  if (failure instanceof IdTokenRefused)
    return reply.send(JSON.stringify({ error: failure.error, error_description: failure.message }))
  if (speaksCurrentVersion(request.headers[API_VERSION_HEADER])) {
    reply.header(API_VERSION_HEADER, API_VERSION)
    return reply.send(JSON.stringify({ code: failure.code, message: failure.message, ...failure.details }))
  }
  return reply.send(
    JSON.stringify({
      code: failure.status,
      error_code: failure.code,
      msg: failure.message,
      ...(failure.status >= 500 && { error_id: randomUUID() }),
      ...failure.details,
    }),
  )
}

/** Returns whether a client's version header is a date from 2024-01-01 on; anything else counts as old. */
function speaksCurrentVersion(header: unknown): boolean {
  if (typeof header !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(header)) return false
  return !Number.isNaN(Date.parse(header)) && header >= API_VERSION
}

function withProtocolCode(failure: AppError, thrown: unknown): AppError {
  if (failure.code === 'invalid_request') {
    const isQuery = Object(thrown).validationContext === 'querystring'
    return isQuery
      ? new AppError(400, 'validation_failed', failure.message, { cause: thrown })
      : new AppError(400, 'bad_json', `Could not parse request body as JSON: ${failure.message}`, { cause: thrown })
  }
  // The client retries a 503; after any other status it would end the session that it could not refresh.
  if (failure.status === 507) return new AppError(503, 'storage_full', failure.message, { cause: failure.cause })
  const code = PROTOCOL_CODES[failure.code]
  if (!code) return failure
  return new AppError(failure.status, code, failure.message, { headers: failure.headers, cause: failure.cause })
}
