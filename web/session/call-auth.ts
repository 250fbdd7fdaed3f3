import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { sessionMessages } from '../../shared/accounts/session-messages.ts'
import { authRefusalText, type RefusalTexts } from '../../shared/auth/refusals.ts'
import type { AppThunk } from '../api/app-store.ts'

/** The reason why a call to the sign-in service failed. */
export interface Refusal {
  /** For the user. */
  text: string
  /** The protocol's error code; undefined without a response. */
  code: string | undefined
  /** The status of the response, if there was one. */
  status?: number | undefined
  /** The same call may succeed at another attempt. */
  canRetry?: boolean
}

/** A call to the sign-in service; resolves to why it failed, null on success, and never rejects. */
export type AuthCall = AppThunk<Promise<Refusal | null>>

/** The text for failures that have none of their own; a function gets the server's message, if it sent one. */
type Otherwise = string | ((message: string | undefined) => string)

/**
 * Calls the sign-in service. Returns why it refused, with the text `otherwise` when it was not reached; null on success.
 * `texts` replace the usual ones for this call. Never rejects.
 */
export function callAuth(
  otherwise: Otherwise,
  call: (auth: GoTrueClient) => Promise<{ error: AuthError | null }>,
  texts?: RefusalTexts,
): AuthCall {
  return async (_dispatch, _getState, { authClient }) => {
    try {
      const { error } = await call(await authClient.load())
      return error && refusalOf(error, otherwise, texts)
    } catch (error) {
      console.warn(error)
      return { text: textOf(otherwise), code: undefined, canRetry: true }
    }
  }
}

/** Returns an error as a refusal; see `authErrorText`. */
export function refusalOf(error: AuthError, otherwise: Otherwise, texts: RefusalTexts = {}): Refusal {
  const { code, status = 0 } = error
  const known = textOfCode(error, texts)
  return { text: known ?? textOf(otherwise, error), code, status, canRetry: status >= 500 || known === undefined }
}

/** Returns the text for an error by its code; `otherwise` for unknown codes and without a response. */
export function authErrorText(error: AuthError, otherwise: string, texts: RefusalTexts = {}): string {
  return textOfCode(error, texts) ?? otherwise
}

function textOfCode(error: AuthError, texts: RefusalTexts): string | undefined {
  // The sign-in was accepted, but the response has no session.
  if (error.name === 'AuthInvalidTokenResponseError') return sessionMessages.sessionFailed
  // The client drops this code when it learns of a missing session.
  const code = error.name === 'AuthSessionMissingError' ? 'session_not_found' : error.code
  return authRefusalText(code ?? '', texts, 'reasons' in error ? error.reasons : undefined)
}

function textOf(otherwise: Otherwise, error?: AuthError): string {
  return typeof otherwise === 'string' ? otherwise : otherwise(error && messageOf(error))
}

/** The message that the client invents for a body without one or that is not JSON, as proxies send. */
const NO_MESSAGE =
  /^(?:[{[].*|HTTP \d+|Internal Server Error|Not Implemented|Bad Gateway|Service Unavailable|Gateway Timeout)?$/s

function messageOf({ message, status = 0 }: AuthError): string | undefined {
  return status < 500 || NO_MESSAGE.test(message) ? undefined : message
}
