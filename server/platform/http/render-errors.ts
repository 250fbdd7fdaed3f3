import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ZodError } from 'zod'
import {
  FOREIGN_KEY_VIOLATION,
  isConflict,
  isDatabaseFull,
  isDatabaseUnavailable,
  sqlState,
} from '../../../db/connect.ts'
import { isStoreUnavailable } from '../../../db/failures.ts'
import { isDiskFull } from '../../../db/files.ts'
import { currentContext } from '../../../db/request-context.ts'
import type { ApiError, requestErrors } from '../../../shared/kernel/errors.ts'
import {
  AppError,
  AuthenticationFailed,
  addressNotFound,
  busy,
  commonError,
  invalidRequest,
  methodNotAllowed,
  overloaded,
  requestError,
  storageFull,
  unconfirmed,
} from './errors.ts'
import { installNotFound } from './not-found.ts'

const refusal =
  (code: keyof typeof requestErrors) =>
  (cause: unknown): AppError =>
    requestError(code, undefined, { cause })

/** Failures by status, for requests that Fastify or Node refuses before a handler runs. */
const FRAMEWORK_REFUSALS: Record<number, (cause: unknown) => AppError> = {
  400: refusal('invalid_request'),
  // A path outside the folder of built files.
  403: addressNotFound,
  404: addressNotFound,
  405: refusal('method_not_allowed'),
  412: refusal('precondition_failed'),
  413: refusal('too_large'),
  414: (cause) => new AppError(414, 'too_large', 'The address is too long.', { cause }),
  415: refusal('unsupported_media_type'),
  416: refusal('range_not_satisfiable'),
  429: (cause) => commonError('too_many_requests', undefined, { cause }),
  503: busy,
}

/**
 * Returns any thrown value as an AppError: expected failures as they are, refusals of the framework with our messages, a
 * full disk as 507, an unavailable database or file store as 503, or 504 when the request may have changed something,
 * everything else as a bare 500.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [first] = error.validation
    return wrongField(first?.instancePath.split('/') ?? [], first?.message, error)
  }
  if (isDiskFull(error) || isDatabaseFull(error)) return storageFull(error)
  if (isCallerDeleted(error)) return commonError('not_authenticated', undefined, { cause: error })
  if (isConflict(error)) return busy(error)
  if (isDatabaseUnavailable(error) || isStoreUnavailable(error))
    return currentContext()?.hasWritten ? unconfirmed(error) : busy(error)
  const status = error instanceof Error ? (error as FastifyError).statusCode : undefined
  const refuse = status === undefined ? undefined : FRAMEWORK_REFUSALS[status]
  if (refuse) return refuse(error)
  return commonError('unexpected_error', undefined, { cause: error })
}

/** Returns whether the account that sent the request, which is recorded as the author of a change, was deleted meanwhile. */
function isCallerDeleted(error: unknown): boolean {
  if (sqlState(error) !== FOREIGN_KEY_VIOLATION) return false
  return /_(admin_id|by_user|hidden_by|decided_by)_fkey$/.test((error as { constraint?: string }).constraint ?? '')
}

/** Returns the refusal of a value that a schema rejects, for checks outside routes; `place` is its path. */
export function toInvalidRequest(error: ZodError, place: PropertyKey[] = []): AppError {
  const [first] = error.issues
  return wrongField([...place, ...(first?.path ?? [])], first?.message, error)
}

function wrongField(path: PropertyKey[], message: string | undefined, cause: unknown): AppError {
  const field = path.filter((step) => step !== '').join('.')
  return invalidRequest([field, message].filter(Boolean).join(': '), cause)
}

/** Logs a failure: bugs with all details, refusals by their code only. */
export function logFailure(request: FastifyRequest, failure: AppError): void {
  // The request's own line shows the 503; under overload one line is enough.
  if (failure === overloaded) return
  if (isAborted(request, failure)) {
    request.log.info({ event: 'request_aborted', method: request.method, route: request.routeOptions.url })
    return
  }
  if (failure.status >= 500) request.log.error({ err: failure.cause ?? failure, event: 'failure', code: failure.code })
  else
    request.log.info({ event: 'refused', code: failure.code, status: failure.status, user_id: request.caller?.user_id })
}

/** Returns whether the client disconnected while it was still sending, which is not a failure of the server. */
function isAborted({ raw }: FastifyRequest, { cause }: AppError): boolean {
  return raw.errored != null && cause === raw.errored
}

/** Returns the same as `toAppError`, without the reason of a failed authentication: only the sign-in service shows it. */
export function toApiFailure(error: unknown): AppError {
  const failure = toAppError(error)
  if (!(failure instanceof AuthenticationFailed)) return failure
  return commonError('not_authenticated')
}

/** Renders a failure as `{code, message, details?, request_id}`, the form of `/api`. */
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

/** Renders failures, unknown addresses and unknown methods in the form of `/api`, unless a module renders its own. */
export function installApiErrors(app: FastifyInstance): void {
  app.setErrorHandler(renderApiError)
  installNotFound(app, (request, reply, allowed) =>
    renderApiError(allowed.length ? methodNotAllowed(allowed) : addressNotFound(), request, reply),
  )
}
