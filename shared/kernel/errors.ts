import { defineErrors, defineMessages } from './define-messages.ts'
import type { ErrorDefinition } from './error-definition.ts'

/** The body of a refusal. */
export interface ApiError {
  /** For programs; never changes. */
  code: string
  /** In the language of the request; in English the specification's text where it has one. */
  message: string
  details?: Record<string, unknown>
  request_id?: string
}

/** The type of a failure's details. */
export type DetailsOf<Definition extends Pick<ErrorDefinition, 'text'>> = Definition['text'] extends (
  details: infer Details,
) => string
  ? Details
  : undefined

/** Texts by code. */
export type ErrorTexts = Readonly<Record<string, Pick<ErrorDefinition, 'text'>>>

/** Returns the text of a code; undefined for an unknown one. */
export function errorText(texts: ErrorTexts, code: string, details: unknown = {}): string | undefined {
  const text = Object.hasOwn(texts, code) ? texts[code]?.text : undefined
  return typeof text === 'function' ? text(details as never) : text
}

export const limitMessages = defineMessages('limit', {
  writeLimit:
    'You have made {limit, number} changes within an hour, which is the limit. Please try again in {minutes, plural, one {a minute} other {# minutes}}.',
  /** The text of `write_limit` for protocols without details. */
  writeLimitReached: 'You have made as many changes within an hour as are allowed. Please try again later.',
})

/** Limits per account that any write may reach. */
export const limitErrors = defineErrors('limitErrors', {
  write_limit: {
    status: 429,
    text: ({ limit, minutes }: { limit: number; minutes: number }) => limitMessages.writeLimit({ limit, minutes }),
  },
})

/** Failures of any call under `/api`. */
export const commonErrors = defineErrors('commonErrors', {
  ...limitErrors,
  busy: { status: 503, text: 'The service is busy. Please try again.' },
  forbidden: { status: 403, text: 'You are not allowed to do this.' },
  insufficient_aal: { status: 403, text: 'Please complete two-step verification.' },
  not_authenticated: { status: 401, text: 'User not authenticated' },
  over_request_rate_limit: { status: 429, text: 'Too many requests. Please try again later.' },
  storage_full: { status: 507, text: 'There is no room to store this right now. Please try again later.' },
  too_many_requests: { status: 429, text: 'Too many requests. Please try again later.' },
  unconfirmed: { status: 504, text: 'This may have been done. Please check before you try again.' },
  unexpected_error: { status: 500, text: 'An unexpected error occurred' },
})

/** Failures of requests that our pages do not send; pages show a text of their own instead. */
export const requestErrors = defineErrors('requestErrors', {
  invalid_request: { status: 400, text: 'The request could not be read.' },
  not_found: { status: 404, text: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, text: 'This method is not allowed here.' },
  too_slow: { status: 408, text: 'The request took too long to arrive.' },
  precondition_failed: { status: 412, text: 'The resource has changed.' },
  too_large: { status: 413, text: 'The request is too large.' },
  unsupported_media_type: { status: 415, text: 'This content type is not accepted here.' },
  range_not_satisfiable: { status: 416, text: 'The requested range is not available.' },
})
