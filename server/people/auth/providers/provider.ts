import { MAX_DISPLAY_NAME_LENGTH } from '../../../../shared/accounts/constants.ts'
import { cleanName, isPlainLine } from '../../../../shared/kernel/text.ts'
import { readEmail } from '../../accounts/addresses.ts'
import type { SessionDeps } from '../sessions/open-session.ts'

/** A scope-token of RFC 6749: visible ASCII characters but `"` and `\`. */
export const SCOPE_PATTERN = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/

/** Returns an address without slashes at its end. Linear time: the lookbehind avoids a retry at every slash of a run. */
export function withoutEndSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}

export interface ProviderIdentity {
  /** Name of the provider; with `provider_id` the key that identifies the user. */
  provider: string
  provider_id: string
  /** Normalized; undefined when the provider gives none. */
  email: string | undefined
  /** The provider has verified that the address is the user's. */
  email_verified: boolean
  /** Other claims to store: names, never picture URLs. */
  claims: Record<string, string>
  /** The authentication method, as sessions record it. */
  method: 'oauth' | 'sso/saml'
  provider_token?: string
  provider_refresh_token?: string
}

/** Secrets of one sign-in at a provider: derived from its state and never stored. */
export interface FlowSecrets {
  state: string
  nonce: string
  code_verifier: string
}

export interface IdentityProvider {
  name: string
  method: ProviderIdentity['method']
  /** Returns the provider's address for the browser. Throws OutgoingCallFailed when its metadata cannot be fetched. */
  authorizationUrl(
    request: FlowSecrets & { redirect_uri: string; scopes: string[]; extra: Record<string, string> },
  ): Promise<string>
  /** Returns the identity of the response that the browser brought. Throws ProviderResponseRefused, AssertionRefused. */
  identify(response: URLSearchParams, expected: FlowSecrets & { redirect_uri: string }): Promise<ProviderIdentity>
  /** Returns the identity of an ID token that a client obtained itself. Absent when the provider issues none. */
  verifyIdToken?(token: { id_token: string; access_token?: string; nonce?: string }): Promise<ProviderIdentity>
  issuer?: string
}

/** A provider's response was not valid; the message may be shown to the user. */
export class ProviderResponseRefused extends Error {}

/** A SAML assertion was not valid; as anyone can post one, this is not a failure of the server. */
export class AssertionRefused extends ProviderResponseRefused {}

/** The providers that a client may choose, by their names. */
export type Providers = ReadonlyMap<string, IdentityProvider>

/** The providers of organizations. */
export interface SsoProviders {
  samlEnabled: boolean
  byId: Providers
  byDomain: Providers
  /** By the name stored in flows and identities. */
  byName: Providers
}

export interface ProviderDeps extends SessionDeps {
  providers: Providers
  sso: SsoProviders
}

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
