import { commonRefusals } from '../../../shared/kernel/refusals.ts'

/** An expected failure, with a status, a stable code and a message for users; anything else is a bug, a bare 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.details = more.details
    this.headers = more.headers ?? {}
  }
}

/** Thrown when a request is not authenticated; `/auth/v1` gives the reason, every other surface a bare 401. */
export class AuthenticationFailed extends AppError {}

/** Returns the 404 for an address that does not exist. */
export function addressNotFound(cause?: unknown): AppError {
  return new AppError(404, 'not_found', 'There is nothing at this address.', { cause })
}

/** Returns the 405 for a method that an address does not have. */
export function methodNotAllowed(allowed: string[]): AppError {
  return new AppError(405, 'method_not_allowed', 'This method is not allowed here.', {
    headers: { allow: allowed.join(', ') },
  })
}

/** The 503 for requests beyond the capacity: created once, because refusals must be cheap. */
export const overloaded = new AppError(503, 'busy', commonRefusals.busy, { headers: { 'retry-after': '1' } })

/** Returns the 503 for work that may succeed later. */
export function busy(cause?: unknown): AppError {
  return new AppError(503, 'busy', commonRefusals.busy, { cause, headers: { 'retry-after': '1' } })
}

/** Returns the 504 for a request that has changed something, or may have, and could not read what to respond. */
export function unconfirmed(cause?: unknown): AppError {
  return new AppError(504, 'unconfirmed', commonRefusals.unconfirmed, { cause })
}

/** Returns the 507 for what cannot be stored because a disk is full. */
export function storageFull(cause?: unknown): AppError {
  return new AppError(507, 'storage_full', commonRefusals.storage_full, { cause })
}
