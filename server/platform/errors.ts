/**
 * A failure that was foreseen: it keeps its status, a stable code for programs and a text for people. Everything else
 * that is thrown is a bug and answers a bare 500. Each surface (`/api`, `/auth/v1`, …) renders it in its own form.
 */
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

/** Thrown when a request does not prove who sends it; `/auth/v1` tells why, every other surface only says 401. */
export class AuthenticationFailed extends AppError {}

/** 404 for an address, or what it names, that does not exist. */
export function nothingHere(cause?: unknown): AppError {
  return new AppError(404, 'not_found', 'There is nothing at this address.', { cause })
}

const BUSY = 'The service is busy. Please try again.'

/** 503 for a request that came when more came than can be served: made once, because refusing must cost nothing. */
export const overloaded = new AppError(503, 'busy', BUSY, { headers: { 'retry-after': '1' } })

/** 503 for work that may succeed later. */
export function busy(cause?: unknown): AppError {
  return new AppError(503, 'busy', BUSY, { cause, headers: { 'retry-after': '1' } })
}
