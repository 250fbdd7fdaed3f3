import type { SessionDeps } from '../sessions/deps.ts'
import type { IdentityProvider } from './provider.ts'

/** The providers that a client may choose, by their names. */
export type Providers = ReadonlyMap<string, IdentityProvider>

/** What use cases of sign-in by another service need. */
export interface ProviderDeps extends SessionDeps {
  providers: Providers
  /** Providers of organizations. */
  sso: { findOidc(name: string): IdentityProvider | undefined }
}
