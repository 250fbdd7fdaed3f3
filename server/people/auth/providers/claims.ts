import { MAX_DISPLAY_NAME_LENGTH } from '../../../../shared/accounts/constants.ts'
import { cleanName, isPlainLine } from '../../../../shared/kernel/text.ts'
import { readEmail } from '../../accounts/addresses.ts'
import type { ProviderIdentity } from './provider.ts'

const MAX_CLAIM_LENGTH = 255

/** Names, but not pictures, as the marketplace shows only its own. */
const STORED_CLAIMS = [
  ...['iss', 'name', 'given_name', 'family_name', 'nickname'],
  ...['preferred_username', 'user_name', 'locale'],
]

/** Returns whether a provider's id of a user can be stored; the limit is that of OpenID Connect. */
export function isSubject(sub: string): boolean {
  return sub !== '' && sub.length <= MAX_CLAIM_LENGTH && isPlainLine(sub)
}

/** Returns the claims to store, without characters that the database or a name cannot hold, so that sign-in succeeds. */
export function claimsToStore(claims: Record<string, unknown>): Record<string, string> {
  const stored: Record<string, string> = {}
  for (const key of STORED_CLAIMS) {
    const claim = claims[key]
    const value = typeof claim === 'string' && key !== 'iss' ? cleanName(claim) : claim
    if (typeof value === 'string' && value !== '' && value.length <= MAX_CLAIM_LENGTH && isPlainLine(value))
      stored[key] = value
  }
  if (stored.name) stored.full_name = stored.name
  return stored
}

/** Returns the email address of a claim set as it is stored, and whether the provider has verified it. */
export function readClaimedEmail(claims: Record<string, unknown>): Pick<ProviderIdentity, 'email' | 'email_verified'> {
  const email = typeof claims.email === 'string' ? readEmail(claims.email) : undefined
  // Some providers send text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return { email, email_verified: email !== undefined && isVerified }
}

/** Returns the display name of a new account. */
export function displayNameOf(claims: Record<string, string>): string | undefined {
  const name = (claims.name ?? claims.preferred_username ?? claims.user_name)?.trim()
  return name ? name.slice(0, MAX_DISPLAY_NAME_LENGTH).toWellFormed() : undefined
}
