import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isConflict, isDatabaseAway } from '../../db/connect.ts'
import { accountMessages } from '../../shared/account/messages.ts'
import { type ApiError, unexpectedErrorMessage } from '../../shared/kernel/errors.ts'
import { AppError, AuthenticationFailed, busy, nothingHere, overloaded } from './errors.ts'
import { installNothingHere } from './nothing-here.ts'

function refusal(status: number, code: string, message: string): (cause: unknown) => AppError {
  return (cause) => new AppError(status, code, message, { cause })
}

/** What we answer when Fastify or Node refuses a request before a handler runs. */
const FRAMEWORK_REFUSALS: Record<number, (cause: unknown) => AppError> = {
  400: refusal(400, 'invalid_request', 'The request could not be read.'),
  // A path that leads out of the folder of built files.
  403: nothingHere,
  404: nothingHere,
  405: refusal(405, 'method_not_allowed', 'This method is not allowed here.'),
  412: refusal(412, 'precondition_failed', 'This is no longer what it was.'),
  413: refusal(413, 'too_large', 'The request is too large.'),
  414: refusal(414, 'too_large', 'The address is too long.'),
  415: refusal(415, 'unsupported_media_type', 'This content type is not accepted here.'),
  416: refusal(416, 'range_not_satisfiable', 'There is no such part of this file.'),
  429: refusal(429, 'too_many_requests', 'Too many requests. Please try again later.'),
  503: busy,
}

/**
 * Brings any thrown thing into the one form that the surfaces render: foreseen failures as they are, refusals of the
 * framework with our texts, a database that is away as 503, everything else as a bare 500.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const first = error.validation[0]
    const path = first?.instancePath.split('/').filter(Boolean).join('.')
    return new AppError(400, 'invalid_request', [path, first?.message].filter(Boolean).join(': '), { cause: error })
  }
  if (isConflict(error) || isDatabaseAway(error)) return busy(error)
  const status = error instanceof Error ? (error as FastifyError).statusCode : undefined
  const refuse = status === undefined ? undefined : FRAMEWORK_REFUSALS[status]
  if (refuse) return refuse(error)
  return new AppError(500, 'unexpected_error', unexpectedErrorMessage, { cause: error })
}

/** Writes the failure to the log: bugs with everything known, refusals by their code only. */
export function logFailure(request: FastifyRequest, failure: AppError): void {
  // The line of the request says 503: when there is too much to do, one line is enough.
  if (failure === overloaded) return
  if (isBrokenOff(request, failure)) {
    request.log.info({ event: 'request_broken_off', method: request.method, route: request.routeOptions.url })
    return
  }
  if (failure.status >= 500) request.log.error({ err: failure.cause ?? failure, event: 'failure', code: failure.code })
  // A refusal inside another request is passed on, and told there.
  else if (!request.isInner)
    request.log.info({ event: 'refused', code: failure.code, status: failure.status, user_id: request.caller?.user_id })
}

/** Whether the client went away while it was still sending: nobody hears the answer, and nothing of ours failed. */
function isBrokenOff({ raw }: FastifyRequest, { cause }: AppError): boolean {
  return raw.errored != null && cause === raw.errored
}

/** As `toAppError`; why somebody could not prove who they are is told by the sign-in service only. */
export function toApiFailure(error: unknown): AppError {
  const failure = toAppError(error)
  if (!(failure instanceof AuthenticationFailed)) return failure
  return new AppError(401, 'not_authenticated', accountMessages.notAuthenticated)
}

/** Renders failures as `{code, message, details?, request_id}`: the form of `/api`. */
export function renderApiError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toApiFailure(error)
  logFailure(request, failure)
  const body: ApiError = { code: failure.code, message: failure.message, request_id: request.id }
  if (failure.details) body.details = failure.details
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(body))
}

/** Renders every failure and unknown address that no module renders itself in the form of `/api`. */
export function installApiErrors(app: FastifyInstance): void {
  app.setErrorHandler(renderApiError)
  installNothingHere(app, (request, reply) => renderApiError(nothingHere(), request, reply))
}
