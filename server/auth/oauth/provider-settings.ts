import { z } from 'zod'
import { parseJsonSetting } from '../../platform/json-setting.ts'

// Providers are the operator's: what stands here is trusted, what they answer is checked.

/** The base of a provider's addresses, without slashes at its end. */
export const providerAddress = z.url({ protocol: /^https?$/ }).transform(withoutEndSlashes)
/** Part of addresses and of rows; `email`, `phone` and `sso:…` are ours. */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be a short word of a-z 0-9 _ -')
  .refine((text) => !['email', 'phone', 'anonymous_users', 'saml'].includes(text), 'is taken')
/** A scope-token of RFC 6749: visible ASCII characters but `"` and `\`. */
export const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/
const scopes = z.array(z.string().regex(SCOPE)).max(30)
/** What is asked for at a provider of OpenID Connect. */
export const openidScopes = scopes.default(['openid', 'email', 'profile'])
const client = {
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000).optional(),
  /** Further clients whose ID tokens are accepted, such as the apps for phones. */
  accepted_client_ids: z.array(z.string().min(1).max(500)).max(20).default([]),
}

const oidcSchema = z.object({
  name,
  type: z.literal('oidc'),
  issuer: providerAddress,
  scopes: openidScopes,
  ...client,
})
/** OpenID Connect at a known address. */
const googleSchema = z.object({
  name: z.literal('google').default('google'),
  type: z.literal('google'),
  issuer: providerAddress.default('https://accounts.google.com'),
  scopes: openidScopes,
  ...client,
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

/** The setting holds JSON, or the path of a file that does. Throws an Error that says what is wrong. */
export function readProviderSettings(setting: string | undefined): ProviderSettings[] {
  return readJsonSetting(setting, providersSchema, 'AUTH_PROVIDERS') ?? []
}

/** Reads a setting that is JSON or the path of a JSON file. Throws an Error that names the setting. */
export function readJsonSetting<T>(setting: string | undefined, schema: z.ZodType<T>, what: string): T | undefined {
  if (!setting) return undefined
  const parsed = schema.safeParse(parse(setting, what))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${what}: is wrong:\n${faults.join('\n')}`)
}

/** The lookbehind keeps the time linear: without it, every slash of a long row is tried as the first one. */
export function withoutEndSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}

function parse(setting: string, what: string): unknown {
  try {
    return parseJsonSetting(setting)
  } catch {
    throw new Error(`${what}: must be JSON, or the path of a file that holds JSON`)
  }
}
