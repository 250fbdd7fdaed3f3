import { resolve } from 'node:path'
import { z } from 'zod'
import { reasonOf } from '../../db/reason-of.ts'
import {
  LEAST_PASSWORD_LENGTH,
  MAX_CODE_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_CODE_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../../shared/account/constants.ts'
import { isProxyName } from './trusted-proxies.ts'

const port = z.coerce.number().int().min(0).max(65535)
const address = z.url({ protocol: /^https?$/ })
const onOff = z.enum(['on', 'off'])
const messagesPerHour = z.coerce.number().int().min(1).max(1_000_000).optional()

/** The environment variables that are read, with their defaults. README.md has the same table for people. */
export const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_URL: address.refine(isOrigin, 'must be like https://shop.example, without a path').optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .refine((path) => !/^~(\/|$)/.test(path), 'must be a whole path: ~ stands for nothing here')
    .default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .default('')
    .transform(splitList)
    .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ }))),
  STORAGE_URL: z.string().transform(readS3Settings).optional(),
  PROCESSES: z.coerce.number().int().min(1).max(128).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(7).default(2),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(splitList)
    .pipe(z.array(z.string().refine(isProxyName, 'must be addresses or networks, like 10.0.0.0/8'))),
  CORS_ORIGINS: z.string().default('').transform(splitList).pipe(z.array(address)),
  API_KEY_SECRET: z.string().optional(),
  AUTH_SIGNING_KEY: z.string().optional(),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(LEAST_PASSWORD_LENGTH)
    .max(MAX_PASSWORD_LENGTH)
    .default(MIN_PASSWORD_LENGTH),
  AUTH_COMMON_PASSWORDS_REFUSED: z.enum(['true', 'false']).default('true'),
  AUTH_EMAIL_CONFIRM: onOff.default('off'),
  AUTH_SECURE_EMAIL_CHANGE: onOff.default('on'),
  AUTH_PHONE: onOff.default('off'),
  AUTH_PHONE_CONFIRM: onOff.default('on'),
  AUTH_ANONYMOUS: onOff.default('off'),
  AUTH_SIGN_UP: onOff.default('on'),
  AUTH_CAPTCHA_URL: address.optional(),
  AUTH_CAPTCHA_SECRET: z.string().optional(),
  AUTH_REDIRECT_TARGETS: z
    .string()
    .default('')
    .transform(splitList)
    .pipe(z.array(z.string().refine(URL.canParse, 'must be absolute addresses'))),
  AUTH_CODE_SECONDS: z.coerce.number().int().min(30).max(600).default(600),
  AUTH_SMS_CODE_SECONDS: z.coerce.number().int().min(30).max(600).default(60),
  AUTH_CODE_LENGTH: z.coerce.number().int().min(MIN_CODE_LENGTH).max(MAX_CODE_LENGTH).default(MIN_CODE_LENGTH),
  AUTH_MESSAGE_GAP_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  AUTH_MAILS_PER_HOUR: messagesPerHour,
  AUTH_SMS_PER_HOUR: messagesPerHour,
  AUTH_TEST_PHONE_CODES: z
    .string()
    .regex(/^(\s*[1-9]\d{1,14}=\d{6,10}\s*(,|$))*$/, 'must be like 1234567890=123456,…')
    .default(''),
  AUTH_PROVIDERS: z.string().optional(),
  AUTH_SSO_PROVIDERS: z.string().optional(),
  AUTH_MFA_TOTP: onOff.default('on'),
  AUTH_MFA_PHONE: onOff.default('on'),
  AUTH_MANUAL_LINKING: onOff.default('off'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).max(320).default('Openstall <no-reply@localhost>'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: address.default('https://api.twilio.com'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
})

/** Where files are kept instead of in a folder. */
export interface S3Settings {
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
}

export interface Config {
  port: number
  host: string
  /** Origin under which people reach the shop, without a slash at the end. */
  siteUrl: string
  dataDir: string
  /** Absent: the embedded database below `dataDir`, with the demo market. */
  databaseUrl: string | undefined
  /** Streaming replicas of it, for what everyone may read. */
  databaseReplicaUrls: string[]
  /** How many processes `npm run start:cluster` runs; absent: one for each core. */
  processes: number | undefined
  /** How long everything is still answered after SIGTERM, while proxies notice. */
  drainSeconds: number
  databasePoolSize: number
  /** Absent: files are kept below `dataDir`. */
  s3: S3Settings | undefined
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Addresses or networks of proxies whose forwarding headers count. */
  trustedProxies: string[]
  /** Other origins whose pages may call this server. */
  corsOrigins: string[]
  apiKeySecret: string | undefined
  authSigningKey: string | undefined
  passwordMinLength: number
  commonPasswordsRefused: boolean
  /** Whether a new e-mail address must be confirmed by a mail before its first sign-in. */
  emailConfirm: boolean
  /** Whether the present address must agree to a change of address, too. */
  secureEmailChange: boolean
  /** Whether people may be known by a phone. */
  phone: boolean
  phoneConfirm: boolean
  /** Whether guests may have a session. */
  anonymous: boolean
  signUp: boolean
  /** Where a captcha's answer is checked (hCaptcha, Turnstile); absent: no captcha is asked for. */
  captcha: { url: string; secret: string } | undefined
  /** Addresses besides the site's own that a sign-in may come back to. */
  redirectTargets: string[]
  codeSeconds: number
  smsCodeSeconds: number
  codeLength: number
  /** Between two mails, or two text messages, of one kind to one person. */
  messageGapSeconds: number
  /** Of all people together; absent: as many as are asked for. */
  messagesPerHour: { email: number | undefined; sms: number | undefined }
  /** Phone → the code that always fits and is never sent. */
  testPhoneCodes: Map<string, string>
  /** Services people may sign in by: JSON, or the path of such a file. */
  authProviders: string | undefined
  /** Services of organisations, found by the domain of the address; the same. */
  ssoProviders: string | undefined
  /** Second factors that people may have. */
  mfa: { totp: boolean; phone: boolean }
  /** Whether people may add identities to their account, and remove them. */
  manualLinking: boolean
  /** Absent: mails stay in the outbox. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Absent: text messages stay in the outbox. */
  twilio: { accountSid: string; authToken: string; from: string; apiUrl: string } | undefined
  rateLimits: boolean
  /** Where programs that watch the server find its figures; absent: nothing is measured. */
  metrics: { port: number; host: string } | undefined
}

/** Further checks of one variable, by what uses it: throws an Error whose message begins with the name. */
export type SettingChecks = Partial<Record<keyof typeof environmentSchema.shape, (value: string) => unknown>>

/**
 * Reads the configuration from environment variables. Throws one Error that names every wrong one at once, those that
 * `checks` find wrong included.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  terminal: boolean,
  checks: SettingChecks = {},
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  // As a number a blank would be 0.
  const blanks = Object.keys(environmentSchema.shape).filter((name) => given[name]?.trim() === '')
  const faults = [
    ...blanks.map((name) => `${name}: is blank; write a value, or leave it out`),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`),
    ...TOGETHER.flatMap((names) => halfSet(given, names)),
    ...(given.DATABASE_REPLICA_URLS && !given.DATABASE_URL
      ? ['DATABASE_REPLICA_URLS: only with DATABASE_URL, whose copies they are']
      : []),
    ...Object.entries(checks).flatMap(([name, check]) => faultOf(given[name], check)),
  ]
  if (!parsed.data || faults.length) throw new Error(`These settings are wrong:\n  ${faults.join('\n  ')}`)
  return configOf(parsed.data, terminal)
}

/** The configuration in the words of those who use it. */
function configOf(env: z.infer<typeof environmentSchema>, terminal: boolean): Config {
  return {
    port: env.PORT,
    host: env.HOST,
    siteUrl: new URL(env.SITE_URL ?? `http://localhost:${env.PORT}`).origin,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
    processes: env.PROCESSES,
    drainSeconds: env.DRAIN_SECONDS,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    s3: env.STORAGE_URL,
    // A person at a terminal wants the addresses, not a line for each request.
    logLevel: env.LOG_LEVEL ?? (terminal ? 'warn' : 'info'),
    trustedProxies: env.TRUSTED_PROXIES,
    corsOrigins: env.CORS_ORIGINS.map((origin) => new URL(origin).origin),
    apiKeySecret: env.API_KEY_SECRET,
    authSigningKey: env.AUTH_SIGNING_KEY,
    passwordMinLength: env.AUTH_PASSWORD_MIN_LENGTH,
    commonPasswordsRefused: env.AUTH_COMMON_PASSWORDS_REFUSED === 'true',
    emailConfirm: env.AUTH_EMAIL_CONFIRM === 'on',
    secureEmailChange: env.AUTH_SECURE_EMAIL_CHANGE === 'on',
    phone: env.AUTH_PHONE === 'on',
    phoneConfirm: env.AUTH_PHONE_CONFIRM === 'on',
    anonymous: env.AUTH_ANONYMOUS === 'on',
    signUp: env.AUTH_SIGN_UP === 'on',
    captcha:
      env.AUTH_CAPTCHA_URL && env.AUTH_CAPTCHA_SECRET
        ? { url: env.AUTH_CAPTCHA_URL, secret: env.AUTH_CAPTCHA_SECRET }
        : undefined,
    redirectTargets: env.AUTH_REDIRECT_TARGETS,
    codeSeconds: env.AUTH_CODE_SECONDS,
    smsCodeSeconds: env.AUTH_SMS_CODE_SECONDS,
    codeLength: env.AUTH_CODE_LENGTH,
    messageGapSeconds: env.AUTH_MESSAGE_GAP_SECONDS,
    messagesPerHour: { email: env.AUTH_MAILS_PER_HOUR, sms: env.AUTH_SMS_PER_HOUR },
    testPhoneCodes: new Map(splitList(env.AUTH_TEST_PHONE_CODES).map((pair) => pair.split('=') as [string, string])),
    authProviders: env.AUTH_PROVIDERS,
    ssoProviders: env.AUTH_SSO_PROVIDERS,
    // A phone that nothing can send to would lock its owner out; with the embedded database there is the outbox.
    mfa: {
      totp: env.AUTH_MFA_TOTP === 'on',
      phone: env.AUTH_MFA_PHONE === 'on' && Boolean(env.TWILIO_ACCOUNT_SID || !env.DATABASE_URL),
    },
    manualLinking: env.AUTH_MANUAL_LINKING === 'on',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    twilio:
      env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
        ? {
            ...{ accountSid: env.TWILIO_ACCOUNT_SID, authToken: env.TWILIO_AUTH_TOKEN, from: env.TWILIO_FROM },
            apiUrl: env.TWILIO_API_URL,
          }
        : undefined,
    rateLimits: env.RATE_LIMITS === 'on',
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
  }
}

function faultOf(value: string | undefined, check: (value: string) => unknown): string[] {
  if (value === undefined) return []
  try {
    check(value)
    return []
  } catch (error) {
    return [reasonOf(error)]
  }
}

/** Settings that only make sense together. */
const CAPTCHA = ['AUTH_CAPTCHA_URL', 'AUTH_CAPTCHA_SECRET'] as const
const TWILIO = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
const TOGETHER = [CAPTCHA, TWILIO]

function halfSet(given: Record<string, string | undefined>, names: readonly string[]): string[] {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return [
    `${missing.join(', ')}: set with ${names.filter((name) => given[name] !== undefined).join(', ')} or not at all`,
  ]
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** What is no address at all is told of already. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password, pathname, search, hash } = new URL(text)
  return `${username}${password}${pathname}${search}${hash}` === '/'
}

/** `s3://ACCESS_KEY:SECRET_KEY@host[:port]/bucket[/folder][?region=…&tls=off]`. The text is secret: no message shows it. */
function readS3Settings(text: string, context: { addIssue(message: string): void }): S3Settings {
  const wrong = () => {
    context.addIssue('must be like s3://ACCESS_KEY:SECRET_KEY@host/bucket?region=us-east-1')
    return z.NEVER
  }
  if (!URL.canParse(text)) return wrong()
  const { protocol, host, username, password, pathname, searchParams } = new URL(text)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  const [accessKey, secretKey] = [decode(username), decode(password)]
  if (protocol !== 's3:' || !host || !accessKey || !secretKey || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    return wrong()
  return {
    endpoint: `${searchParams.get('tls') === 'off' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKey,
    secretKey,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
  }
}

/** Empty when a per cent sign stands for nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
