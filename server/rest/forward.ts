import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiErrorSchema } from '../../shared/kernel/errors.ts'
import { AppError } from '../platform/errors.ts'

interface Forwarded {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  body?: unknown
}

/**
 * Asks one of our own `/api` routes in the name of who sent the request, without a network in between: its guard, its
 * schema and its rules decide, as they do for the screens. Answers its body; throws its refusal as an AppError.
 */
export type Forward = (request: FastifyRequest, to: Forwarded) => Promise<unknown>

/** What of the sender's headers the routes of the screens read. */
const PASSED_ON = ['authorization', 'idempotency-key', 'user-agent'] as const

/** Makes the one way from the tables to the routes of the screens. */
export function createForward(app: FastifyInstance): Forward {
  return async (request, { method, url, body }) => {
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) => (name in request.headers ? [[name, request.headers[name]]] : [])),
    )
    const answer = await app.inject({
      method,
      url,
      headers,
      remoteAddress: request.ip,
      ...(body !== undefined && { payload: body as object }),
    })
    if (answer.statusCode >= 400) throw refusalOf(answer)
    return answer.payload === '' ? undefined : answer.json()
  }
}

function refusalOf(answer: { statusCode: number; payload: string; headers: Record<string, unknown> }): AppError {
  const { code, message } = apiErrorSchema.parse(JSON.parse(answer.payload))
  const retryAfter = answer.headers['retry-after']
  return new AppError(answer.statusCode, code, message, {
    ...(typeof retryAfter === 'string' && { headers: { 'retry-after': retryAfter } }),
  })
}
