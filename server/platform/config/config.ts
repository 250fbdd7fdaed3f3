import { resolve } from 'node:path'
import type { z } from 'zod'
import { reasonOf } from '../../../db/failures.ts'
import { errorsBetween } from '../../../shared/kernel/edit-distance.ts'
import { environmentSchema, valuesOf } from './declarations.ts'
import { hasOutboxPage } from './loopback.ts'
import { splitList } from './setting.ts'

type Environment = Record<string, string | undefined>

/** Additional checks by variable; each throws an Error whose message begins with the name. */
export type SettingChecks = Partial<Record<keyof typeof environmentSchema.shape, (value: string) => unknown>>

/** Returns the configuration. Throws one Error that names every wrong variable and what `checks` find. */
export function readConfig(environment: Environment, terminal: boolean, checks: SettingChecks = {}): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  // Checks without a message of their own say which values the setting takes.
  const parsed = environmentSchema.safeParse(present, {
    error: ({ path }) => `expected ${valuesOf(String(path?.[0]))}`,
  })
  // A blank would be the number 0.
  const blanks = Object.keys(environmentSchema.shape).filter((name) => present[name]?.trim() === '')
  const faults = [
    ...blanks.map((name) => `${name}: is blank; give it a value, or remove it`),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`),
    ...unknownSettings(present, Object.keys(environmentSchema.shape)),
    ...INSEPARABLE.flatMap((names) => halfSet(present, names)),
    ...dependencyFaults(present),
    ...stripeFaults(present),
    ...Object.entries(checks).flatMap(([name, check]) => faultOf(present[name], check)),
  ]
  if (!parsed.data || faults.length) throw new Error(`These settings are wrong:\n  ${faults.join('\n  ')}`)
  return configOf(parsed.data, terminal)
}

type Env = z.infer<typeof environmentSchema>
export type Config = ReturnType<typeof configOf>

function configOf(env: Env, terminal: boolean) {
  const siteUrl = new URL(env.SITE_URL ?? `http://localhost:${env.PORT}`).origin
  const place = {
    host: env.HOST,
    /** Public origin of the shop, without a slash at the end. */
    siteUrl,
    /** Absent: the embedded database below `dataDir`. */
    databaseUrl: env.DATABASE_URL,
  }
  const sendsTexts = Boolean(env.TWILIO_ACCOUNT_SID || hasOutboxPage(place))
  return {
    ...place,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    demo: env.DEMO === 'on',
    /** A pooler in transaction mode in front of it, for requests and jobs. */
    databasePoolerUrl: env.DATABASE_POOLER_URL,
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
    /** Processes of `npm run start:cluster`; absent: one per core. */
    processes: env.PROCESSES,
    /** Seconds for which the server still serves after SIGTERM, until proxies stop sending requests. */
    drainSeconds: env.DRAIN_SECONDS,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    /** Absent: files are stored below `dataDir`. */
    s3: env.STORAGE_URL,
    /** The time zone of the marketplace's days, such as `Europe/Berlin`. */
    timeZone: env.TIME_ZONE,
    /** The pages of the first language have no prefix. */
    languages: env.LANGUAGES,
    // At a terminal a line for each request would hide the addresses.
    logLevel: env.LOG_LEVEL ?? (terminal ? 'warn' : 'info'),
    trustedProxies: env.TRUSTED_PROXIES,
    /** Other origins whose pages may call this server. */
    corsOrigins: env.CORS_ORIGINS.map((origin) => new URL(origin).origin),
    apiKeySecret: env.API_KEY_SECRET,
    authSigningKey: env.AUTH_SIGNING_KEY,
    ...signInOf(env, sendsTexts),
    /** Absent: mails stay in the outbox. */
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    /** Absent: text messages stay in the outbox. */
    twilio:
      env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
        ? {
            accountSid: env.TWILIO_ACCOUNT_SID,
            authToken: env.TWILIO_AUTH_TOKEN,
            from: env.TWILIO_FROM,
            apiUrl: env.TWILIO_API_URL,
          }
        : undefined,
    ...paymentsOf(env),
    /** Days after the delivery within which buyers may request a return; 0 turns returns off. */
    returnDays: env.RETURN_DAYS,
    rateLimits: env.RATE_LIMITS === 'on',
    /** Changes that one account may make in an hour. */
    writesPerHour: env.WRITES_PER_HOUR,
    maxProductsPerSeller: env.MAX_PRODUCTS_PER_SELLER,
    maxStoredMibPerAccount: env.MAX_STORED_MIB_PER_ACCOUNT,
    /** Limits the responses that a process caches, in all encodings. */
    responseCacheMib: env.RESPONSE_CACHE_MIB,
    /** Limits the stored pictures that a process caches in memory. */
    readyCacheMib: env.READY_CACHE_MIB,
    /** The address of the metrics server; absent: nothing is measured. */
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
  }
}

function signInOf(env: Env, sendsTexts: boolean) {
  return {
    passwordMinLength: env.AUTH_PASSWORD_MIN_LENGTH,
    commonPasswordsRefused: env.AUTH_COMMON_PASSWORDS_REFUSED === 'true',
    /** A new email address must be confirmed before its first sign-in. */
    emailConfirm: env.AUTH_EMAIL_CONFIRM === 'on',
    /** A change of address must also be confirmed at the current address. */
    secureEmailChange: env.AUTH_SECURE_EMAIL_CHANGE === 'on',
    phone: env.AUTH_PHONE === 'on',
    phoneConfirm: env.AUTH_PHONE_CONFIRM === 'on',
    sendsTexts,
    anonymous: env.AUTH_ANONYMOUS === 'on',
    signUp: env.AUTH_SIGN_UP === 'on',
    /** The service that verifies captchas (hCaptcha, Turnstile); absent: no captchas. */
    captcha:
      env.AUTH_CAPTCHA_URL && env.AUTH_CAPTCHA_SECRET
        ? { url: env.AUTH_CAPTCHA_URL, secret: env.AUTH_CAPTCHA_SECRET }
        : undefined,
    /** Addresses besides the site's own that a sign-in may return to. */
    redirectTargets: env.AUTH_REDIRECT_TARGETS,
    codeSeconds: env.AUTH_CODE_SECONDS,
    smsCodeSeconds: env.AUTH_SMS_CODE_SECONDS,
    codeLength: env.AUTH_CODE_LENGTH,
    /** Between two mails, or two text messages, of one kind to one user. */
    messageGapSeconds: env.AUTH_MESSAGE_GAP_SECONDS,
    /** For all users in total; absent: no limit. */
    messagesPerHour: { email: env.AUTH_MAILS_PER_HOUR, sms: env.AUTH_SMS_PER_HOUR },
    /** Phone → the fixed code that is never sent. */
    testPhoneCodes: new Map(splitList(env.AUTH_TEST_PHONE_CODES).map((pair) => pair.split('=') as [string, string])),
    /** Providers for sign-in: JSON, or the path of a JSON file. */
    authProviders: env.AUTH_PROVIDERS,
    /** Single sign-on of organizations, by the domain of the email address: JSON, or the path of a JSON file. */
    ssoProviders: env.AUTH_SSO_PROVIDERS,
    /** Second factors that users may have. Without text messages a phone factor would lock its owner out. */
    mfa: { totp: env.AUTH_MFA_TOTP === 'on', phone: env.AUTH_MFA_PHONE === 'on' && sendsTexts },
    adminSecondFactor: env.ADMIN_SECOND_FACTOR === 'required',
    /** Users may link and unlink identities. */
    manualLinking: env.AUTH_MANUAL_LINKING === 'on',
  }
}

function paymentsOf(env: Env) {
  return {
    // Off by default with an external database.
    payments: env.PAYMENTS ?? (env.DATABASE_URL ? ('off' as const) : ('sandbox' as const)),
    sandbox: env.SANDBOX,
    paymentCapture: env.PAYMENT_CAPTURE,
    /** Present with `stripe`. */
    stripe: stripeOf(env),
    /** The account for bank transfers, and the days after which an unpaid one lapses. */
    bankTransfer: { details: env.BANK_TRANSFER_DETAILS, days: env.BANK_TRANSFER_DAYS },
  }
}

function stripeOf(env: Env) {
  const { PAYMENTS, STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  if (PAYMENTS !== 'stripe' || !secretKey || !publishableKey) return undefined
  return {
    secretKey,
    publishableKey,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRETS,
    /** True where no real money moves. */
    isTest: !secretKey.includes('_live_'),
  }
}

function dependencyFaults(present: Environment): string[] {
  const faults: string[] = []
  if (present.DATABASE_REPLICA_URLS && !present.DATABASE_URL)
    faults.push('DATABASE_REPLICA_URLS: only with DATABASE_URL, whose copies they are')
  if (present.DATABASE_POOLER_URL && !present.DATABASE_URL)
    faults.push('DATABASE_POOLER_URL: only with DATABASE_URL, in front of which it is')
  if (present.ADMIN_SECOND_FACTOR === 'required' && present.AUTH_MFA_TOTP === 'off')
    faults.push('ADMIN_SECOND_FACTOR: only with AUTH_MFA_TOTP=on, so that every admin can set one up')
  return faults
}

function stripeFaults(present: Environment): string[] {
  if (present.PAYMENTS !== 'stripe') return []
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, SITE_URL: site } = present
  const needed = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRETS', 'SITE_URL']
  const missing = needed.filter((name) => present[name] === undefined)
  const isLive = (key: string | undefined) => key !== undefined && /^.k_live_/.test(key)
  return [
    ...missing.map((name) => `${name}: needed with PAYMENTS=stripe`),
    ...(secret && publishable && isLive(secret) !== isLive(publishable)
      ? ['STRIPE_PUBLISHABLE_KEY: of another mode than STRIPE_SECRET_KEY']
      : []),
    ...(isLive(secret) && site && !site.startsWith('https://')
      ? ['STRIPE_SECRET_KEY: a live key needs a SITE_URL that begins with https://']
      : []),
  ]
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

const INSEPARABLE = [
  ['AUTH_CAPTCHA_URL', 'AUTH_CAPTCHA_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
]

function halfSet(present: Environment, names: readonly string[]): string[] {
  const missing = names.filter((name) => present[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const others = names.filter((name) => !missing.includes(name))
  return [`${missing.join(', ')}: set with ${others.join(', ')} or not at all`]
}

/** From this length on, names count as mistyped with two wrong letters instead of one. */
const LONG_NAME = 9
/** Shorter names are too similar to those of other programs. */
const SHORTEST_NAME = 7
const PREFIX = /^OPENSTALL_/
/** Set by many desktops, login sessions and images, for the messages of command-line programs. */
const GETTEXT_LANGUAGES = 'LANGUAGE'

/**
 * Returns faults for names that are almost those of settings: a mistyped limit would silently have no effect. Other names
 * belong to other programs.
 */
function unknownSettings(present: Environment, known: readonly string[]): string[] {
  const settings = known.map((setting) => ({ setting, wanted: lettersOf(setting) }))
  return Object.entries(present).flatMap(([name, value = '']) => {
    // Kubernetes sets OPENSTALL_PORT to an address like tcp://10.96.0.12:3000 where a service is named openstall.
    if (known.includes(name) || name === GETTEXT_LANGUAGES || /^(?:tcp|udp):/.test(value)) return []
    const letters = lettersOf(name.toUpperCase())
    const meant = settings.find(({ wanted }) => isAlmost(name, letters, wanted))
    return meant ? [`${name}: there is no such setting; ${meant.setting} is one`] : []
  })
}

function lettersOf(name: string): string {
  return name.replace(PREFIX, '').replaceAll('_', '')
}

function isAlmost(name: string, letters: string, wanted: string): boolean {
  if (!letters || !wanted) return false
  if (letters === wanted) return name !== name.toLowerCase() || PREFIX.test(name.toUpperCase()) || name.includes('_')
  if (wanted.length < SHORTEST_NAME) return false
  return errorsBetween(letters, wanted) <= (wanted.length >= LONG_NAME ? 2 : 1)
}
