import { readFileSync } from 'node:fs'
import { z } from 'zod'

// Providers are the operator's: what stands here is trusted, what they answer is checked.

const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/(?<!\/)\/+$/, ''))
/** Part of addresses and of rows; `email`, `phone` and `sso:…` are ours. */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be a short word of a-z 0-9 _ -')
  .refine((text) => !['email', 'phone', 'anonymous_users', 'saml'].includes(text), 'is taken')
const scopes = z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/)).max(30)
const client = {
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000).optional(),
  /** Further clients whose ID tokens are accepted, such as the apps for phones. */
  accepted_client_ids: z.array(z.string().min(1).max(500)).max(20).default([]),
}

const oidcSchema = z.object({
  name,
  type: z.literal('oidc'),
  issuer: address,
  scopes: scopes.default(['openid', 'email', 'profile']),
  ...client,
})
/** OpenID Connect at a known address. */
const googleSchema = z.object({
  name: z.literal('google').default('google'),
  type: z.literal('google'),
  issuer: address.default('https://accounts.google.com'),
  scopes: scopes.default(['openid', 'email', 'profile']),
  ...client,
})
const githubSchema = z.object({
  name: z.literal('github').default('github'),
  type: z.literal('github'),
  base_url: address.default('https://github.com'),
  api_url: address.default('https://api.github.com'),
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
  const parsed = schema.safeParse(parseJson(setting, what))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${what}: is wrong:\n${faults.join('\n')}`)
}

function parseJson(setting: string, what: string): unknown {
  try {
    return JSON.parse(/^\s*[[{]/.test(setting) ? setting : readFileSync(setting, 'utf8'))
  } catch (cause) {
    throw new Error(`${what}: must be JSON, or the path of a file that holds JSON`, { cause })
  }
}
