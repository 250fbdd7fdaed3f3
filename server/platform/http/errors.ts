import type { ErrorDefinitions } from '../../../shared/kernel/error-definition.ts'
import { commonErrors, type DetailsOf, errorText, requestErrors } from '../../../shared/kernel/errors.ts'

interface MoreOfError {
  details?: Record<string, unknown> | undefined
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * An expected failure, with a status, a stable code and a message for users; any other error is a bug and becomes a bare
 * 500. Failures of `/api` are made by `errorsOf`; other protocols have texts of their own.
 */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string | (() => string), more: MoreOfError = {}) {
    super(typeof message === 'string' ? message : message(), { cause: more.cause })
    // Read lazily: requests in several languages may share a load that fails.
    if (typeof message === 'function') Object.defineProperty(this, 'message', { get: message })
    this.status = status
    this.code = code
    this.details = more.details
    this.headers = more.headers ?? {}
  }
}

/** Returns what a function returns; undefined when it throws an AppError. */
export function unlessRefused<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

interface MoreOfDefined extends Pick<MoreOfError, 'headers' | 'cause'> {
  /** Replaces the defined text for programs, to name a field or a value. */
  message?: string | undefined
}

type Given<Details> = Details extends undefined
  ? [details?: undefined, more?: MoreOfDefined]
  : [details: Details, more?: MoreOfDefined]

/** Returns a function that makes the defined failures, such as `orderError('order_changed', { order_state })`. */
export function errorsOf<Definitions extends ErrorDefinitions>(definitions: Definitions) {
  return <Code extends keyof Definitions & string>(
    code: Code,
    ...[details, { message, ...more } = {}]: Given<DetailsOf<Definitions[Code]>>
  ): AppError => {
    const { status } = definitions[code] as Definitions[Code]
    const text = message ?? (() => errorText(definitions, code, details) ?? '')
    return new AppError(status, code, text, { ...more, details: details as Record<string, unknown> | undefined })
  }
}

export const commonError = errorsOf(commonErrors)
export const requestError = errorsOf(requestErrors)

/** Returns the 400 for an invalid request; `message` names the fault. */
export function invalidRequest(message: string, cause?: unknown): AppError {
  return requestError('invalid_request', undefined, { message, cause })
}

/** Thrown when a request is not authenticated; `/auth/v1` gives the reason, every other surface a bare 401. */
export class AuthenticationFailed extends AppError {}

/** Returns the 404 for an address that does not exist. */
export function addressNotFound(cause?: unknown): AppError {
  return requestError('not_found', undefined, { cause })
}

/** Returns the 405 for a method that an address does not have. */
export function methodNotAllowed(allowed: string[]): AppError {
  return requestError('method_not_allowed', undefined, { headers: { allow: allowed.join(', ') } })
}

/** The 503 for requests beyond the capacity: created once, because refusals must be cheap. */
export const overloaded = busy()

/** Returns the 503 for work that may succeed later. */
export function busy(cause?: unknown): AppError {
  return commonError('busy', undefined, { cause, headers: { 'retry-after': '1' } })
}

/** Returns the 504 for a request that may have changed something and could not read its response. */
export function unconfirmed(cause?: unknown): AppError {
  return commonError('unconfirmed', undefined, { cause })
}

/** Returns the 507 for a write that failed because a disk is full. */
export function storageFull(cause?: unknown): AppError {
  return commonError('storage_full', undefined, { cause })
}
