import type { SessionDeps } from '../sessions/deps.ts'
import type { IdentityProvider } from './provider.ts'

/** The providers that a client may choose, by their names. */
export type Providers = ReadonlyMap<string, IdentityProvider>

export interface ProviderDeps extends SessionDeps {
  providers: Providers
  sso: { findOidc(name: string): IdentityProvider | undefined }
}
