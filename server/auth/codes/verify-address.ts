import type { AccountSession } from '../../../shared/auth/schema.ts'
import { addressWithCode, addressWithError, addressWithSession } from '../protocol/return-address.ts'
import { PKCE_LINK_PREFIX } from './one-time-codes.ts'

export const HALF_DONE_MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Returns where a link that signed in leads: the session in the fragment, with the link's type for the page. */
export function addressAfterSignIn(target: string, session: AccountSession, type: string): string {
  return `${addressWithSession(target, session, {})}&${new URLSearchParams({ type })}`
}

/** Returns the same for a client that exchanges a code. */
export const addressAfterPkce = addressWithCode

/** Returns where a link leads that was the first of two confirmations. */
export function addressAfterHalf(target: string, isPkce: boolean): string {
  const url = new URL(target)
  if (isPkce) url.searchParams.set('message', HALF_DONE_MESSAGE)
  url.hash = new URLSearchParams({ message: HALF_DONE_MESSAGE, sb: '' }).toString()
  return url.href
}

/** Returns where a failed link leads: the failure in the fragment, with PKCE in the query too. */
export function addressAfterFailure(
  target: string,
  failure: Parameters<typeof addressWithError>[1],
  token: string,
): string {
  const both = new URL(addressWithError(target, failure))
  if (token.startsWith(PKCE_LINK_PREFIX)) return both.href
  const url = new URL(target)
  url.hash = both.hash
  return url.href
}
