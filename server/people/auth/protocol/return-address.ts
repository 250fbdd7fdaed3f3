import type { AccountSession } from '../../../../shared/auth/schema.ts'
import type { AppError } from '../../../platform/http/errors.ts'

/** OAuth's error codes by status. */
const ERROR_CODES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

const errorCodeOf = ({ status, code }: Pick<AppError, 'status' | 'code'>) =>
  code === 'signup_disabled' ? 'access_denied' : ERROR_CODES[status]

/** Returns the target with a failure, in the query for servers and in the fragment for pages. */
export function addressWithError(target: string, failure: Pick<AppError, 'status' | 'code' | 'message'>): string {
  const error = errorCodeOf(failure)
  const members = { ...(error && { error }), error_code: failure.code, error_description: failure.message }
  const url = new URL(target)
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams({ ...members, sb: '' }).toString()
  return url.href
}

/** Returns the target with a code that only the client which began the flow can exchange. */
export function addressWithCode(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

/** Returns the target with a session, and a provider's tokens, in the fragment, which browsers do not send to servers. */
export function addressWithSession(
  target: string,
  session: AccountSession,
  providerTokens: { provider_token?: string | undefined; provider_refresh_token?: string | undefined },
): string {
  const url = new URL(target)
  url.hash = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...providerTokens,
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  }).toString()
  return url.href
}
