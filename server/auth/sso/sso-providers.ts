import { createOidcProvider } from '../oauth/oidc-provider.ts'
import type { IdentityProvider, ProviderIdentity } from '../oauth/provider.ts'
import { createSamlProvider, type SamlProvider } from './saml-provider.ts'
import { readSsoSettings, type SsoSettings } from './sso-settings.ts'

/** An organisation's own provider; people come to it by their domain. */
export type SsoProvider = { kind: 'saml'; provider: SamlProvider } | { kind: 'oidc'; provider: IdentityProvider }

export interface SsoProviders {
  enabled: boolean
  samlEnabled: boolean
  findById(id: string): SsoProvider | undefined
  findByDomain(domain: string): SsoProvider | undefined
  /** By the name that flows and identities keep. */
  findOidc(name: string): IdentityProvider | undefined
  findSaml(name: string): SamlProvider | undefined
}

/** Identities of these are managed by an organisation. */
const SSO_PREFIX = 'sso:'

/** Makes the configured providers; none is asked anything yet. Throws an Error that names a wrong setting. */
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
  const name = `${SSO_PREFIX}${settings.id}`
  const vouch = (identity: ProviderIdentity) => vouchForDomains(identity, settings.domains)
  if (settings.type === 'saml')
    return { kind: 'saml', provider: createSamlProvider(settings, { name, siteUrl, vouch }) }
  const provider = createOidcProvider({ ...settings, name, accepted_client_ids: [] })
  return {
    kind: 'oidc',
    provider: {
      name,
      authorizationUrl: provider.authorizationUrl,
      identify: async (answer, expected) => vouch(await provider.identify(answer, expected)),
    },
  }
}

/** The organisation vouches for the addresses of its domains, whatever its provider says of others. */
function vouchForDomains(identity: ProviderIdentity, domains: string[]): ProviderIdentity {
  const domain = identity.email?.split('@').at(-1)
  return { ...identity, email_verified: domain !== undefined && domains.includes(domain) }
}
