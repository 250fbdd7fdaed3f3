import { AUTH_BASE } from '../auth-base.ts'
import { createGithubProvider } from './github-provider.ts'
import { createOidcProvider } from './oidc-provider.ts'
import type { IdentityProvider } from './provider.ts'
import { readProviderSettings } from './provider-settings.ts'

/** The providers that people may choose, by their names. */
export type Providers = ReadonlyMap<string, IdentityProvider>

/** Makes the configured providers; none is asked anything yet. Throws an Error that names a wrong setting. */
export function createProviders(setting: string | undefined): Providers {
  return new Map(
    readProviderSettings(setting).map((settings) => [
      settings.name,
      settings.type === 'github' ? createGithubProvider(settings) : createOidcProvider(settings),
    ]),
  )
}

/** Where providers send people back to; registered with each of them by the operator. */
export function callbackAddress(siteUrl: string): string {
  return `${siteUrl}${AUTH_BASE}/callback`
}
