import { z } from 'zod'
import { openidScopes, providerAddress, readJsonSetting } from '../oauth/provider-settings.ts'

const domain = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain like example.com')
const organization = {
  id: z.uuid(),
  /** The provider is trusted for addresses of these domains only. */
  domains: z.array(domain).min(1).max(100),
}

const samlSchema = z.object({
  type: z.literal('saml'),
  ...organization,
  /** Entity id of the identity provider. */
  idp_issuer: z.string().min(1).max(1024),
  /** The target of the redirect with the request (HTTP redirect binding). */
  entry_point: z.url({ protocol: /^https?$/ }),
  /** PEM certificates; several while the provider changes its key. */
  certificates: z.array(z.string().includes('BEGIN CERTIFICATE')).min(1).max(5),
  name_id_format: z.string().max(200).default('urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'),
  /** Attributes that hold the address and the name; by default the usual ones. */
  email_attribute: z.string().max(200).optional(),
  name_attribute: z.string().max(200).optional(),
})
export type SamlSettings = z.infer<typeof samlSchema>

const oidcSchema = z.object({
  type: z.literal('oidc'),
  ...organization,
  issuer: providerAddress,
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000).optional(),
  scopes: openidScopes,
})

export type SsoSettings = SamlSettings | z.infer<typeof oidcSchema>

const allSchema = z
  .array(z.discriminatedUnion('type', [samlSchema, oidcSchema]))
  .max(200)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two providers have the same id')
  .refine((all) => {
    const domains = all.flatMap((one) => one.domains)
    return new Set(domains).size === domains.length
  }, 'a domain belongs to two providers')

/** Returns the providers of a setting: JSON, or the path of a JSON file. Throws an Error that names the wrong fields. */
export function readSsoSettings(setting: string | undefined): SsoSettings[] {
  return readJsonSetting(setting, allSchema, 'AUTH_SSO_PROVIDERS') ?? []
}
