import { SSO_PROVIDER_PREFIX } from '../../../accounts/identity-queries.ts'
import { createOidcProvider } from '../oauth/oidc-provider.ts'
import type { IdentityProvider, ProviderDeps, ProviderIdentity } from '../provider.ts'
import { createSamlProvider, type SamlProvider } from './saml-provider.ts'
import { readSsoSettings, type SsoSettings } from './sso-settings.ts'

export type SsoProvider = { kind: 'saml'; provider: SamlProvider } | { kind: 'oidc'; provider: IdentityProvider }

export interface SsoProviders {
  enabled: boolean
  samlEnabled: boolean
  findById(id: string): SsoProvider | undefined
  findByDomain(domain: string): SsoProvider | undefined
  /** By the name that flows and identities record. */
  findOidc(name: string): IdentityProvider | undefined
  findSaml(name: string): SamlProvider | undefined
}

export interface SsoDeps extends ProviderDeps {
  sso: SsoProviders
}

/** Creates the configured providers, without calling any of them. Throws an Error that names a wrong setting. */
export function createSsoProviders(setting: string | undefined, siteUrl: string): SsoProviders {
  const all = readSsoSettings(setting)
  const byId = new Map(all.map((settings) => [settings.id, createProvider(settings, siteUrl)]))
  const byDomain = new Map(all.flatMap(({ id, domains }) => domains.map((domain) => [domain, byId.get(id)] as const)))
  const byName = new Map([...byId.values()].map((one) => [one.provider.name, one]))
  return {
    enabled: all.length > 0,
    samlEnabled: all.some(({ type }) => type === 'saml'),
    findById: (id) => byId.get(id.toLowerCase()),
    findByDomain: (domain) => byDomain.get(domain.trim().toLowerCase()),
    findOidc(name) {
      const found = byName.get(name)
      return found?.kind === 'oidc' ? found.provider : undefined
    },
    findSaml(name) {
      const found = byName.get(name)
      return found?.kind === 'saml' ? found.provider : undefined
    },
  }
}

function createProvider(settings: SsoSettings, siteUrl: string): SsoProvider {
  const name = `${SSO_PROVIDER_PREFIX}${settings.id}`
  const verifyEmail = (identity: ProviderIdentity) => verifyDomain(identity, settings.domains)
  if (settings.type === 'saml')
    return { kind: 'saml', provider: createSamlProvider(settings, { name, siteUrl, verifyEmail }) }
  const provider = createOidcProvider({ ...settings, name, accepted_client_ids: [] })
  return {
    kind: 'oidc',
    provider: {
      name,
      authorizationUrl: provider.authorizationUrl,
      identify: async (response, expected) => verifyEmail(await provider.identify(response, expected)),
    },
  }
}

function verifyDomain(identity: ProviderIdentity, domains: string[]): ProviderIdentity {
  const domain = identity.email?.split('@').at(-1)
  return { ...identity, email_verified: domain !== undefined && domains.includes(domain) }
}
