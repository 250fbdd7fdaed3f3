import { SSO_PROVIDER_PREFIX } from '../../../accounts/identity-queries.ts'
import { createOidcProvider } from '../oauth/oidc-provider.ts'
import type { IdentityProvider, ProviderIdentity, SsoProviders } from '../provider.ts'
import { createSamlProvider } from './saml-provider.ts'
import { readSsoSettings, type SsoSettings } from './sso-settings.ts'

/** Creates the configured providers, without calling any of them. Throws an Error that names a wrong setting. */
export function createSsoProviders(setting: string | undefined, siteUrl: string): SsoProviders {
  const all = readSsoSettings(setting)
  const byId = new Map(all.map((settings) => [settings.id, createProvider(settings, siteUrl)]))
  const byDomain = new Map(all.flatMap(({ id, domains }) => domains.map((domain) => [domain, byId.get(id)] as const)))
  const byName = new Map([...byId.values()].map((provider) => [provider.name, provider]))
  return {
    enabled: all.length > 0,
    samlEnabled: all.some(({ type }) => type === 'saml'),
    findById: (id) => byId.get(id.toLowerCase()),
    findByDomain: (domain) => byDomain.get(domain.trim().toLowerCase()),
    findByName: (name) => byName.get(name),
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
