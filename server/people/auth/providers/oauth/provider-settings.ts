import { z } from 'zod'
import { parseJsonSetting } from '../../../../platform/config/env-file.ts'
import { SCOPE_PATTERN, withoutEndSlashes } from '../provider.ts'

// The operator's settings of providers are trusted; the providers' responses are checked.

/** The base of a provider's addresses, without slashes at its end. */
export const providerAddress = z.url({ protocol: /^https?$/ }).transform(withoutEndSlashes)
/** Part of addresses and of rows; `email`, `phone` and `sso:…` are ours. */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be a short word of a-z 0-9 _ -')
  .refine((text) => !['email', 'phone', 'anonymous_users', 'saml'].includes(text), 'is taken')
const scopes = z.array(z.string().regex(SCOPE_PATTERN)).max(30)
/** The scopes of an OpenID Connect provider. */
export const openidScopes = scopes.default(['openid', 'email', 'profile'])
const client = {
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000).optional(),
  /** Other clients whose ID tokens are accepted, such as the apps for phones. */
  accepted_client_ids: z.array(z.string().min(1).max(500)).max(20).default([]),
}

const oidcSchema = z.object({
  name,
  type: z.literal('oidc'),
  issuer: providerAddress,
  scopes: openidScopes,
  ...client,
})
/** OpenID Connect with a known issuer. */
const googleSchema = oidcSchema.extend({
  name: z.literal('google').default('google'),
  type: z.literal('google'),
  issuer: providerAddress.default('https://accounts.google.com'),
})
const githubSchema = z.object({
  name: z.literal('github').default('github'),
  type: z.literal('github'),
  base_url: providerAddress.default('https://github.com'),
  api_url: providerAddress.default('https://api.github.com'),
  scopes: scopes.default(['user:email']),
  client_id: client.client_id,
  client_secret: z.string().min(1).max(2000),
})

export type OidcSettings = Omit<z.infer<typeof oidcSchema>, 'type'>
export type GithubSettings = z.infer<typeof githubSchema>

const providersSchema = z
  .array(z.discriminatedUnion('type', [oidcSchema, googleSchema, githubSchema]))
  .max(30)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'two providers have the same name')

export type ProviderSettings = z.infer<typeof providersSchema>[number]

/** Returns the providers of a setting: JSON, or the path of a JSON file. Throws an Error that names the wrong fields. */
export function readProviderSettings(setting: string | undefined): ProviderSettings[] {
  return readJsonSetting(setting, providersSchema, 'AUTH_PROVIDERS') ?? []
}

/** Returns the parsed value of a setting that is JSON or the path of a JSON file. Throws an Error that names the setting. */
export function readJsonSetting<T>(setting: string | undefined, schema: z.ZodType<T>, name: string): T | undefined {
  if (!setting) return undefined
  const parsed = schema.safeParse(parse(setting, name))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${name}: is wrong:\n${faults.join('\n')}`)
}

function parse(setting: string, name: string): unknown {
  try {
    return parseJsonSetting(setting)
  } catch {
    throw new Error(`${name}: must be JSON, or the path of a file that holds JSON`)
  }
}
