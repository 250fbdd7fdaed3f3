import { z } from 'zod'
import { reasonOf } from '../../../db/failures.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import {
  DEFAULT_MIN_PASSWORD_LENGTH,
  LOWEST_MIN_PASSWORD_LENGTH,
  MAX_CODE_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_CODE_LENGTH,
} from '../../../shared/auth/constants.ts'
import { LANGUAGE_CODES, languagesOf, SOURCE_LANGUAGE } from '../../../shared/kernel/languages.ts'
import { isTimeZone } from '../../../shared/kernel/regions.ts'
import { MAX_TRANSFER_DETAILS_LENGTH } from '../../../shared/payments/constants.ts'
import { isProxyName } from '../http/trusted-proxies.ts'
import { s3Settings } from './s3-settings.ts'
import {
  databaseUrl,
  hasExactHost,
  httpUrl,
  list,
  listenAddress,
  oneOf,
  onOff,
  optional,
  port,
  postgresUrl,
  type Setting,
  secret,
  text,
  wholeNumber,
  withDefault,
} from './setting.ts'

// docs/configuration.md explains each of them.

const origin = {
  ...httpUrl,
  schema: httpUrl.schema.refine(isOrigin, 'must be like https://shop.example, without a path'),
}
const folder = {
  schema: z
    .string()
    .min(1)
    .refine((path) => !/^~(\/|$)/.test(path), 'must be a full path: ~ is not expanded'),
  type: 'folder',
}
const network = {
  schema: z
    .string()
    .refine(isProxyName, 'must be addresses or networks, like 10.0.0.0/8, none wider than /8 (IPv6: /16)'),
  type: 'addresses and networks',
}
const timeZone = {
  schema: z.string().refine(isTimeZone, 'must be UTC, or a time zone such as Europe/Berlin'),
  type: 'IANA time zone',
}
const languages = {
  schema: z.string().superRefine(refuseUnknownLanguage).transform(languagesOf),
  type: `list of ${LANGUAGE_CODES.map((code) => `\`${code}\``).join(', ')}`,
}
const jwk = { ...secret, type: 'JWK or path of a JWK file' }
const jsonOrFile = { ...text, type: 'JSON or path of a JSON file' }
const phoneCodes = {
  schema: z.string().regex(/^(\s*[1-9]\d{1,14}=\d{6,10}\s*(,|$))*$/, 'must be like 1234567890=123456,…'),
  type: 'list of phone=code',
}
const redirectTarget = {
  schema: z
    .string()
    .refine(URL.canParse, 'must be absolute addresses')
    .refine(hasExactHost, 'must name each host, without a wildcard'),
  type: 'URLs',
}
/** Stands for no sender of the operator's. */
export const DEFAULT_MAIL_FROM = `${SHOP_NAME} <no-reply@localhost>`
const sender = {
  schema: z
    .string()
    .min(3)
    .max(320)
    .regex(/^\P{Cc}*$/u, 'must be one line'),
  type: 'sender',
}
const stripeSecretKey = {
  ...secret,
  schema: z.string().regex(/^[sr]k_(test|live)_\w{16,}$/, 'must be a secret or restricted key of Stripe'),
}
const stripePublishableKey = {
  ...text,
  schema: z.string().regex(/^pk_(test|live)_\w{16,}$/, 'must be a publishable key of Stripe'),
}
const stripeWebhookSecret = {
  ...secret,
  schema: z.string().regex(/^whsec_.{16,}$/, 'must be signing secrets of an endpoint, like whsec_…'),
}
const transferDetails = {
  schema: z.string().trim().max(MAX_TRANSFER_DETAILS_LENGTH),
  type: `text of at most ${MAX_TRANSFER_DETAILS_LENGTH} characters`,
}
const passwordLength = wholeNumber(LOWEST_MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)
const messagesPerHour = wholeNumber(1, 1_000_000)
const codeSeconds = wholeNumber(30, 600)

/** The settings by environment variable. */
export const settings = {
  PORT: withDefault(port, 3000),
  HOST: withDefault(listenAddress, '127.0.0.1'),
  SITE_URL: optional(origin),
  DATA_DIR: withDefault(folder, '.data'),
  PROCESSES: optional(wholeNumber(1, 128)),
  DRAIN_SECONDS: withDefault({ schema: z.coerce.number().min(0).max(7), type: '0 to 7' }, 2),
  LOG_LEVEL: optional(oneOf('silent', 'error', 'warn', 'info', 'debug')),
  TRUSTED_PROXIES: list(network),
  CORS_ORIGINS: list(httpUrl),
  RATE_LIMITS: withDefault(onOff, 'on'),
  WRITES_PER_HOUR: withDefault(wholeNumber(1, 1_000_000), 600),
  MAX_PRODUCTS_PER_SELLER: withDefault(wholeNumber(1, 1_000_000), 5000),
  MAX_STORED_MIB_PER_ACCOUNT: withDefault(wholeNumber(1, 10_000_000), 2048),
  RESPONSE_CACHE_MIB: withDefault(wholeNumber(0, 65_536), 48),
  READY_CACHE_MIB: withDefault(wholeNumber(0, 65_536), 48),
  TIME_ZONE: optional(timeZone),
  LANGUAGES: withDefault(languages, [SOURCE_LANGUAGE]),
  METRICS_PORT: optional(port),
  METRICS_HOST: withDefault(listenAddress, '127.0.0.1'),

  DATABASE_URL: optional(databaseUrl),
  DEMO: withDefault(onOff, 'on'),
  DATABASE_REPLICA_URLS: list(postgresUrl),
  DATABASE_POOLER_URL: optional(postgresUrl),
  DATABASE_POOL_SIZE: withDefault(wholeNumber(1, 200), 10),

  STORAGE_URL: optional({ schema: s3Settings, type: 's3 URL' }),

  API_KEY_SECRET: optional(secret),
  AUTH_SIGNING_KEY: optional(jwk),

  AUTH_SIGN_UP: withDefault(onOff, 'on'),
  AUTH_PASSWORD_MIN_LENGTH: withDefault(passwordLength, DEFAULT_MIN_PASSWORD_LENGTH),
  AUTH_COMMON_PASSWORDS_REFUSED: withDefault({ schema: z.enum(['true', 'false']), type: 'true or false' }, 'true'),
  AUTH_EMAIL_CONFIRM: withDefault(onOff, 'off'),
  AUTH_SECURE_EMAIL_CHANGE: withDefault(onOff, 'on'),
  AUTH_PHONE: withDefault(onOff, 'off'),
  AUTH_PHONE_CONFIRM: withDefault(onOff, 'on'),
  AUTH_ANONYMOUS: withDefault(onOff, 'off'),
  AUTH_MFA_TOTP: withDefault(onOff, 'on'),
  AUTH_MFA_PHONE: withDefault(onOff, 'on'),
  ADMIN_SECOND_FACTOR: withDefault(oneOf('off', 'required'), 'off'),
  AUTH_CODE_SECONDS: withDefault(codeSeconds, 600),
  AUTH_SMS_CODE_SECONDS: withDefault(codeSeconds, 60),
  AUTH_CODE_LENGTH: withDefault(wholeNumber(MIN_CODE_LENGTH, MAX_CODE_LENGTH), MIN_CODE_LENGTH),
  AUTH_TEST_PHONE_CODES: withDefault(phoneCodes, ''),
  AUTH_CAPTCHA_URL: optional(httpUrl),
  AUTH_CAPTCHA_SECRET: optional(secret),
  AUTH_REDIRECT_TARGETS: list(redirectTarget),
  AUTH_PROVIDERS: optional(jsonOrFile),
  AUTH_SSO_PROVIDERS: optional(jsonOrFile),
  AUTH_MANUAL_LINKING: withDefault(onOff, 'off'),

  SMTP_URL: optional({ schema: z.url({ protocol: /^smtps?$/ }), type: 'smtp(s) URL' }),
  MAIL_FROM: withDefault(sender, DEFAULT_MAIL_FROM),
  TWILIO_ACCOUNT_SID: optional(text),
  TWILIO_AUTH_TOKEN: optional(secret),
  TWILIO_FROM: optional(text),
  TWILIO_API_URL: withDefault(httpUrl, 'https://api.twilio.com'),
  AUTH_MESSAGE_GAP_SECONDS: withDefault(wholeNumber(0, 3600), 60),
  AUTH_MAILS_PER_HOUR: optional(messagesPerHour),
  AUTH_SMS_PER_HOUR: optional(messagesPerHour),

  RETURN_DAYS: withDefault(wholeNumber(0, 365), 30),

  PAYMENTS: optional(oneOf('off', 'sandbox', 'stripe')),
  STRIPE_SECRET_KEY: optional(stripeSecretKey),
  STRIPE_PUBLISHABLE_KEY: optional(stripePublishableKey),
  STRIPE_WEBHOOK_SECRETS: list(stripeWebhookSecret),
  PAYMENT_CAPTURE: withDefault(oneOf('at_order', 'at_shipment'), 'at_order'),
  BANK_TRANSFER_DETAILS: optional(transferDetails),
  BANK_TRANSFER_DAYS: withDefault(wholeNumber(1, 30), 7),
  SANDBOX: withDefault(oneOf('calm', 'mild', 'rough'), 'mild'),
}

type Schemas = { [Name in keyof typeof settings]: (typeof settings)[Name]['schema'] }

export const environmentSchema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as unknown as Schemas,
)

/** Returns the values that the setting `name` takes, as in the documentation, without Markdown. */
export function valuesOf(name: string): string {
  const setting: Setting | undefined = settings[name as keyof typeof settings]
  return setting?.type.replaceAll('`', '') ?? ''
}

function isOrigin(url: string): boolean {
  // Text that is not a URL at all has its own message.
  if (!URL.canParse(url)) return true
  const { username, password, pathname, search, hash } = new URL(url)
  return `${username}${password}${pathname}${search}${hash}` === '/'
}

function refuseUnknownLanguage(list: string, context: z.RefinementCtx): void {
  try {
    languagesOf(list)
  } catch (error) {
    context.addIssue({ code: 'custom', message: reasonOf(error) })
  }
}
