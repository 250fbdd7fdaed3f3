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
