import { type ErrorTexts, errorText, limitErrors } from '../../shared/kernel/errors.ts'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { apiErrorOf } from './api.ts'

/** Returns the text for a failed call by its error code; `otherwise` for unknown codes and calls without a response. */
export function failureText(error: unknown, texts: ErrorTexts, otherwise: string = uiMessages.unexpectedError): string {
  return limitText(error, texts) ?? otherwise
}

/** Returns the text for a call that exceeded a rate limit of the account or one of `limits`; undefined for other failures. */
export function limitText(error: unknown, limits: ErrorTexts = {}): string | undefined {
  const refusal = apiErrorOf(error)
  return refusal ? errorText({ ...limitErrors, ...limits }, refusal.code, refusal.details) : undefined
}

/** Returns false when the call was refused for a reason in `texts`, e.g. a limit, so that a retry is pointless. */
export function canRetry(error: unknown, texts: ErrorTexts = {}): boolean {
  const refusal = apiErrorOf(error)
  return refusal === null || refusal.status >= 500 || limitText(error, texts) === undefined
}

/** Returns the text and retry flag of a failed call for a form; see `failureText`. */
export function failureOf(error: unknown, texts: ErrorTexts, otherwise: string) {
  return {
    text: failureText(error, texts, otherwise),
    fields: [],
    isLimit: limitText(error) !== undefined,
    canRetry: canRetry(error, texts),
  }
}
