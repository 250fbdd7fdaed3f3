/** The `error` of a response, in Stripe's words. */
export interface WireError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  [more: string]: unknown
}

/** Thrown to refuse a request: nothing of it is kept. */
export class SandboxRefusal extends Error {
  readonly status: number
  readonly error: WireError

  constructor(status: number, error: WireError) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

/** Returns the refusal of a request that asks for what cannot be done: status 400. */
export function invalid(message: string, more: Partial<WireError> = {}): SandboxRefusal {
  return new SandboxRefusal(400, { type: 'invalid_request_error', message, ...more })
}

/** Returns the refusal of a request for an object that does not exist: 404, and 400 when a parameter names it. */
export function missing(kind: string, id: string, param?: string): SandboxRefusal {
  return new SandboxRefusal(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  })
}

/** Returns the failure of the provider itself: status 500. */
export function providerFailure(): SandboxRefusal {
  return new SandboxRefusal(500, { type: 'api_error', message: 'An unknown error occurred' })
}
