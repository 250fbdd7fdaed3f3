import { resolve } from 'node:path'
import { z } from 'zod'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../shared/account/constants.ts'

const port = z.coerce.number().int().min(0).max(65535)
const address = z.url({ protocol: /^https?$/ })

/** The environment variables that are read, with their defaults. README.md has the same table for people. */
const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_URL: address.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional(),
  TRUSTED_PROXIES: z.string().default(''),
  CORS_ORIGINS: z.string().default('').transform(splitList).pipe(z.array(address)),
  API_KEY_SECRET: z.string().optional(),
  AUTH_SIGNING_KEY: z.string().optional(),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(MIN_PASSWORD_LENGTH)
    .max(MAX_PASSWORD_LENGTH)
    .default(MIN_PASSWORD_LENGTH),
  AUTH_COMMON_PASSWORDS_REFUSED: z.enum(['true', 'false']).default('true'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
})

export interface Config {
  port: number
  host: string
  /** Origin under which people reach the shop, without a slash at the end. */
  siteUrl: string
  dataDir: string
  /** Absent: the embedded database below `dataDir`, with the demo market. */
  databaseUrl: string | undefined
  databasePoolSize: number
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Addresses or networks of proxies whose forwarding headers count. */
  trustedProxies: string[]
  /** Other origins whose pages may call this server. */
  corsOrigins: string[]
  apiKeySecret: string | undefined
  authSigningKey: string | undefined
  passwordMinLength: number
  commonPasswordsRefused: boolean
  rateLimits: boolean
}

/** Reads the configuration from environment variables. Throws one Error that names every wrong one at once. */
export function readConfig(environment: Record<string, string | undefined>, terminal: boolean): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`These settings are wrong:\n${faults.join('\n')}`)
  }
  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    siteUrl: new URL(env.SITE_URL ?? `http://localhost:${env.PORT}`).origin,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    // A person at a terminal wants the addresses, not a line for each request.
    logLevel: env.LOG_LEVEL ?? (terminal ? 'warn' : 'info'),
    trustedProxies: splitList(env.TRUSTED_PROXIES),
    corsOrigins: env.CORS_ORIGINS.map((origin) => new URL(origin).origin),
    apiKeySecret: env.API_KEY_SECRET,
    authSigningKey: env.AUTH_SIGNING_KEY,
    passwordMinLength: env.AUTH_PASSWORD_MIN_LENGTH,
    commonPasswordsRefused: env.AUTH_COMMON_PASSWORDS_REFUSED === 'true',
    rateLimits: env.RATE_LIMITS === 'on',
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}
