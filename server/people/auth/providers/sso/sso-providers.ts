import { SSO_PROVIDER_PREFIX } from '../../../accounts/identity-queries.ts'
import { createOidcProvider } from '../oauth/oidc-provider.ts'
import type { IdentityProvider, ProviderIdentity, SsoProviders } from '../provider.ts'
import { createSamlProvider } from './saml-provider.ts'
import { readSsoSettings, type SsoSettings } from './sso-settings.ts'

/** Creates the configured providers, without calling any of them. Throws an Error that names a wrong setting. */
export function createSsoProviders(setting: string | undefined, siteUrl: string): SsoProviders {
  const all = readSsoSettings(setting)
  const created = all.map((settings) => ({ ...settings, provider: createProvider(settings, siteUrl) }))
  return {
    samlEnabled: all.some(({ type }) => type === 'saml'),
    byId: new Map(created.map(({ id, provider }) => [id, provider])),
    byDomain: new Map(created.flatMap(({ domains, provider }) => domains.map((domain) => [domain, provider] as const))),
    byName: new Map(created.map(({ provider }) => [provider.name, provider])),
  }
}

function createProvider(settings: SsoSettings, siteUrl: string): IdentityProvider {
  const name = `${SSO_PROVIDER_PREFIX}${settings.id}`
  const { method, authorizationUrl, identify } =
    settings.type === 'saml'
      ? createSamlProvider(settings, { name, siteUrl })
      : createOidcProvider({ ...settings, name, accepted_client_ids: [] })
  return {
    name,
    method,
    authorizationUrl,
    identify: async (response, expected) => verifyDomain(await identify(response, expected), settings.domains),
  }
}

function verifyDomain(identity: ProviderIdentity, domains: string[]): ProviderIdentity {
  const domain = identity.email?.split('@').at(-1)
  return { ...identity, email_verified: domain !== undefined && domains.includes(domain) }
}
