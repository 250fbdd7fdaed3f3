import type { AccountSession } from '../../../shared/account/schema.ts'
import type { AppError } from '../../platform/errors.ts'
import type { ProviderTokens } from './provider-tokens.ts'

/** The word OAuth has for a failure, by its status. */
const ERROR_WORDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** A refusal to let somebody in, whatever its status. */
const wordFor = ({ status, code }: Pick<AppError, 'status' | 'code'>) =>
  code === 'signup_disabled' ? 'access_denied' : ERROR_WORDS[status]

/** The target with what went wrong, in the query for servers and in the fragment for pages. */
export function addressWithError(target: string, failure: Pick<AppError, 'status' | 'code' | 'message'>): string {
  const word = wordFor(failure)
  const members = { ...(word && { error: word }), error_code: failure.code, error_description: failure.message }
  const url = new URL(target)
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams({ ...members, sb: '' }).toString()
  return url.href
}

/** The target with a code that only the client which began the flow can exchange. */
export function addressWithCode(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

/** The target with a session in the fragment, which browsers do not send to servers. */
export function addressWithSession(target: string, session: AccountSession, tokens: ProviderTokens): string {
  const url = new URL(target)
  url.hash = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...tokens,
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  }).toString()
  return url.href
}
