import type { Providers } from '../provider.ts'
import { createGithubProvider } from './github-provider.ts'
import { createOidcProvider } from './oidc-provider.ts'
import { readProviderSettings } from './provider-settings.ts'

/** Creates the configured providers, without calling any of them. Throws an Error that names a wrong setting. */
export function createProviders(setting: string | undefined): Providers {
  return new Map(
    readProviderSettings(setting).map((settings) => [
      settings.name,
      settings.type === 'github' ? createGithubProvider(settings) : createOidcProvider(settings),
    ]),
  )
}
