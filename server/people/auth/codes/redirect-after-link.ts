import type { AccountSession } from '../../../../shared/auth/schema.ts'
import { addressWithError, addressWithSession } from '../protocol/return-address.ts'
import { PKCE_LINK_PREFIX } from './one-time-codes.ts'

export const FIRST_CONFIRMATION_MESSAGE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Returns the redirect after a link that signed in: the session in the fragment, with the link's type for the page. */
export function addressAfterSignIn(target: string, session: AccountSession, type: string): string {
  return `${addressWithSession(target, session, {})}&${new URLSearchParams({ type })}`
}

/** Returns the redirect after the first of two confirmations. */
export function addressAfterFirstConfirmation(target: string, isPkce: boolean): string {
  const url = new URL(target)
  if (isPkce) url.searchParams.set('message', FIRST_CONFIRMATION_MESSAGE)
  url.hash = new URLSearchParams({ message: FIRST_CONFIRMATION_MESSAGE, sb: '' }).toString()
  return url.href
}

/** Returns the redirect after a failed link: the failure in the fragment, with PKCE in the query too. */
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
