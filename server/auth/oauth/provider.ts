/** What a provider says about a person, after everything about it was checked. */
export interface ProviderIdentity {
  /** Name of the provider; with `provider_id` the key by which a person is known again. */
  provider: string
  provider_id: string
  /** Normalised; absent when the provider tells none. */
  email: string | undefined
  /** The provider vouches that the address is the person's. */
  email_verified: boolean
  /** What is worth keeping of the rest: names, never addresses of pictures. */
  claims: Record<string, string>
  /** How the person proved to be that person, as sessions record it. */
  method: 'oauth' | 'sso/saml'
  provider_token?: string
  provider_refresh_token?: string
}

/** Secrets of one sign-in at a provider: derived from its state, so that they are stored nowhere. */
export interface FlowSecrets {
  state: string
  nonce: string
  code_verifier: string
}

/** A service that signs people in by redirects. */
export interface IdentityProvider {
  name: string
  /** Where the browser is sent. Throws OutgoingCallFailed when the provider cannot be asked about itself. */
  authorizationUrl(
    request: FlowSecrets & { redirect_uri: string; scopes: string[]; more: Record<string, string> },
  ): Promise<string>
  /** Exchanges the answer that came back through the browser. Throws ProviderAnswerRefused. */
  identify(answer: URLSearchParams, expected: FlowSecrets & { redirect_uri: string }): Promise<ProviderIdentity>
  /** Checks an ID token that a client got by itself. Absent when the provider has none. */
  verifyIdToken?(token: { id_token: string; access_token?: string; nonce?: string }): Promise<ProviderIdentity>
  issuer?: string
}

/** The provider's answer did not hold; the message may be shown to the person. */
export class ProviderAnswerRefused extends Error {}

/** The same of a SAML assertion, which anybody can post: nothing of ours failed. */
export class AssertionRefused extends ProviderAnswerRefused {}
