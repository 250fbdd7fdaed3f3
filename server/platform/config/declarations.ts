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
import { isProxyName } from '../http/trusted-proxies.ts'
import { paymentSettings } from './payment-declarations.ts'
import { s3Settings } from './s3-settings.ts'
import {
  databaseUrl,
  hasExactHost,
  httpUrl,
  isTimeZone,
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

const jsonOrFile = {
  ...text,
  type: 'JSON or path of a JSON file',
  wrong: 'of another form; see [operations](operations.md#signing-in-with-other-services)',
}
const messagesPerHour = wholeNumber(1, 1_000_000)
const codeSeconds = wholeNumber(30, 600)

const server = {
  PORT: withDefault(port, 3000, { meaning: 'Port to listen on.' }),
  HOST: withDefault(listenAddress, '127.0.0.1', { meaning: 'Address to listen on; `0.0.0.0` for all.' }),
  SITE_URL: optional(
    { ...httpUrl, schema: httpUrl.schema.refine(isOrigin, 'must be like https://shop.example, without a path') },
    {
      fallback: '`http://localhost` with `PORT`',
      meaning: 'Public address of the shop; used in canonical addresses, tokens and redirects.',
      wrong:
        'not an http(s) URL, or one with a path; another address than the public one breaks links in mails and sign-in with providers',
    },
  ),
  DATA_DIR: withDefault(
    {
      schema: z
        .string()
        .min(1)
        .refine((path) => !/^~(\/|$)/.test(path), 'must be a full path: ~ is not expanded'),
      type: 'folder',
      wrong: 'the server does not start when it cannot write there',
    },
    '.data',
    {
      meaning: 'Folder of the embedded database, files and generated keys. A new folder is a new marketplace.',
    },
  ),
  PROCESSES: optional(wholeNumber(1, 128), {
    fallback: 'the number of cores',
    meaning:
      'Processes of `npm run start:cluster`. With the embedded database the default is limited by its connections; see [operations](operations.md#several-processes).',
    wrong: 'not a whole number in that range, or more than the embedded database has connections for',
  }),
  DRAIN_SECONDS: withDefault(
    { schema: z.coerce.number().min(0).max(7), type: '0 to 7', wrong: 'not a number in that range' },
    2,
    { meaning: 'How long a server keeps serving after SIGTERM, while proxies notice.' },
  ),
  LOG_LEVEL: optional(oneOf('silent', 'error', 'warn', 'info', 'debug'), {
    fallback: '`info`; at a terminal `warn`',
    meaning: 'Level of the log; one JSON line a request.',
  }),
  TRUSTED_PROXIES: list(
    {
      schema: z
        .string()
        .refine(isProxyName, 'must be addresses or networks, like 10.0.0.0/8, none wider than /8 (IPv6: /16)'),
      type: 'addresses and networks',
      wrong: 'neither, or wider than /8 (IPv6: /16)',
    },
    {
      meaning: 'Proxies whose forwarding headers count, like `10.0.0.0/8`, `loopback` or `uniquelocal`.',
      wrong:
        'an entry that is neither, or wider than /8 (IPv6: /16); one that is too wide lets clients forge their address',
    },
  ),
  CORS_ORIGINS: list(httpUrl, { meaning: 'Other origins whose pages may call the API, like `https://shop.example`.' }),
  RATE_LIMITS: withDefault(onOff, 'on', {
    meaning: '`off` for load tests.',
    wrong: 'another word; with `off` passwords can be guessed',
  }),
  WRITES_PER_HOUR: withDefault(wholeNumber(1, 1_000_000), 600, {
    meaning:
      'Limit for the changes that one account makes in an hour: products, pictures, carts, orders, its own data. Beyond it 429 with `Retry-After`. Counted by all processes together; not with `RATE_LIMITS=off`.',
  }),
  MAX_PRODUCTS_PER_SELLER: withDefault(wholeNumber(1, 1_000_000), 5000, {
    meaning: 'Limit for the products that a seller has in the shop. Beyond it 409.',
  }),
  MAX_STORED_MIB_PER_ACCOUNT: withDefault(wholeNumber(1, 10_000_000), 2048, {
    meaning:
      'Limit for the files that one account stores, in MiB, without the smaller sizes made of them. Beyond it 413.',
  }),
  RESPONSE_CACHE_MIB: withDefault(wholeNumber(0, 65_536), 48, {
    meaning: 'Memory of one process for the pages and lists of the shop that it caches, in MiB. 0: none are.',
  }),
  READY_CACHE_MIB: withDefault(wholeNumber(0, 65_536), 48, {
    meaning:
      'Memory of one process for bytes that it sends again as they are, in MiB: stored pictures of public buckets, built files, and cached pages and lists, compressed; none larger than 1 MiB, nor than an eighth of it. `0` for none.',
  }),
  TIME_ZONE: withDefault(
    {
      schema: z.string().refine(isTimeZone, 'must be UTC, or a time zone such as Europe/Berlin'),
      type: 'IANA time zone',
      wrong: 'a name that is unknown here or to the database',
    },
    'UTC',
    {
      meaning:
        'Where the marketplace is, like `Europe/Berlin`: its days are those of charts and figures, filters, lists, exports, mails, and the days until which sellers send. A start with another zone sums the figures anew. The same for all processes: the last start wins.',
    },
  ),
  LANGUAGES: withDefault(
    {
      schema: z.string().superRefine(refuseUnknownLanguage).transform(languagesOf),
      type: `list of ${LANGUAGE_CODES.map((code) => `\`${code}\``).join(', ')}`,
      wrong: 'a language without texts; [translating](translating.md) says how to add one',
    },
    [SOURCE_LANGUAGE],
    {
      meaning:
        'The languages of pages, mails and failures. Pages of the first have no prefix, those of others one like `/de`; visitors choose in the footer. A start with other languages builds the pages anew.',
    },
  ),
  METRICS_PORT: optional(port, {
    meaning:
      'Port of `/metrics` for Prometheus; without it nothing is measured. Each of several processes takes the next free port from `METRICS_PORT` to `METRICS_PORT` + `PROCESSES`.',
    wrong: 'the server does not start when the port is taken, or that sum is above 65535',
  }),
  METRICS_HOST: withDefault(listenAddress, '127.0.0.1', {
    meaning:
      'Address of the metrics; never one that is public. In a container `0.0.0.0`, without publishing the port: there 127.0.0.1 is the container itself.',
  }),
}

const database = {
  DATABASE_URL: optional(databaseUrl, {
    meaning:
      'A PostgreSQL 15 or newer in place of the embedded one, like `postgres://user:password@host/openstall`. It starts empty, without a demo. The extensions `fuzzystrmatch`, `pg_trgm` and `unaccent` must be available, and PostgreSQL built with ICU, as usual. It may name several hosts, `postgres://user:password@a:5432,b:5432/openstall`, of which the one that takes writes is used; see [database failover](failover.md).',
    wrong:
      'not a postgres URL; several hosts with a `target_session_attrs` other than `read-write` or `primary`; the server does not start when the database cannot be reached, is older or is not encoded in UTF8',
  }),
  DEMO: withDefault(onOff, 'on', {
    meaning:
      '`off`: an empty embedded database stays empty; with `on` the first start fills it with a demo. The published password of the demo accounts holds only while `HOST` and `SITE_URL` are this machine; elsewhere they get random ones, printed once.',
  }),
  DATABASE_REPLICA_URLS: list(postgresUrl, {
    meaning:
      'Streaming replicas of `DATABASE_URL` for public reads of the catalog; see [operations](operations.md#read-replicas).',
    wrong: 'an entry that is not a postgres URL; an unreachable replica is left out',
  }),
  DATABASE_POOLER_URL: optional(postgresUrl, {
    meaning:
      'A connection pooler in front of `DATABASE_URL`, such as PgBouncer, for the statements of requests and jobs; see [operations](operations.md#a-connection-pooler).',
    wrong:
      'not a postgres URL; the server does not start when it leads to another database, keeps no prepared statements, or the role has no timeouts',
  }),
  DATABASE_POOL_SIZE: withDefault(wholeNumber(1, 200), 10, { meaning: 'Connections of one process.' }),
}

const files = {
  STORAGE_URL: optional(
    { schema: s3Settings, type: 's3 URL', wrong: 'of another form' },
    {
      meaning:
        'Keeps files in S3, or a compatible service, in place of `DATA_DIR`: `s3://ACCESS_KEY:SECRET_KEY@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1`. A folder may follow the bucket; `&tls=off` is for services on the same machine. Needed when several machines serve one marketplace.',
      wrong: 'of another form; `/readyz` stays 503 while the store cannot be reached',
    },
  ),
}

const keys = {
  API_KEY_SECRET: optional(secret, {
    fallback: 'generated in `DATA_DIR`',
    meaning:
      'Signs the public API key; at least 32 characters, the same for all processes. HS256 tokens signed with it whose `role` is `anon` or `service_role` are API keys. `anon` gives no rights; `service_role` gives all rights over the file storage and no other, for programs of the operator.',
    wrong: 'shorter than 32 bytes or easy to guess; a process with another secret refuses the keys of the others',
  }),
  AUTH_SIGNING_KEY: optional(
    { ...secret, type: 'JWK or path of a JWK file' },
    {
      fallback: 'generated in `DATA_DIR`',
      meaning:
        'Private key that signs access tokens, ES256 or RS256, or a list of such keys: the first signs, all verify. The same for all processes; see [operations](operations.md#changing-the-signing-key).',
      wrong: 'not a complete private key of that kind; a file that cannot be read',
    },
  ),
}

const accounts = {
  AUTH_SIGN_UP: withDefault(onOff, 'on', { meaning: '`off`: no new accounts, by any way.' }),
  AUTH_PASSWORD_MIN_LENGTH: withDefault(
    wholeNumber(LOWEST_MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH),
    DEFAULT_MIN_PASSWORD_LENGTH,
    {
      meaning: 'Minimum length of a password, in characters.',
    },
  ),
  AUTH_COMMON_PASSWORDS_REFUSED: withDefault(
    { schema: z.enum(['true', 'false']), type: 'true or false', wrong: 'another word' },
    'true',
    { meaning: '`false` accepts passwords from the list of common ones.' },
  ),
  AUTH_EMAIL_CONFIRM: withDefault(onOff, 'off', {
    meaning:
      '`on`: a new email address must be confirmed by a mail before its first sign-in. While it is `off`, addresses are held to be unproven: `email_verified` is false, and an owner who arrives through a provider takes the account over, whose earlier password, second factors and sessions end; where there are providers, an owner who arrives by a mailed link or code does, too.',
  }),
  AUTH_SECURE_EMAIL_CHANGE: withDefault(onOff, 'on', {
    meaning:
      'A change of address is mailed to the present address, too; with `AUTH_EMAIL_CONFIRM` both must confirm it.',
  }),
  AUTH_PHONE: withDefault(onOff, 'off', {
    meaning:
      '`on`: sign-up and sign-in by phone. Where nothing sends text messages (`TWILIO_…`, or `/outbox` on your own machine), requests for codes are refused (`sms_provider`).',
  }),
  AUTH_PHONE_CONFIRM: withDefault(onOff, 'on', {
    meaning: '`off`: phones count as confirmed. Sign-in codes then need `TWILIO_…`; `/outbox` is not enough.',
  }),
  AUTH_ANONYMOUS: withDefault(onOff, 'off', { meaning: '`on`: guests may have a session.' }),
  AUTH_MFA_TOTP: withDefault(onOff, 'on', { meaning: 'Whether an authenticator app may be a second sign-in step.' }),
  AUTH_MFA_PHONE: withDefault(onOff, 'on', {
    meaning: 'Whether text messages may be one; only where they are sent, or shown at `/outbox`.',
  }),
  ADMIN_SECOND_FACTOR: withDefault(oneOf('off', 'required'), 'off', {
    meaning:
      '`required`: an admin without a second sign-in step is led to set one up, and can use nothing else before; see [operations](operations.md#a-second-step-for-admins).',
    wrong: 'another word, or `required` with `AUTH_MFA_TOTP` off',
  }),
  AUTH_CODE_SECONDS: withDefault(codeSeconds, 600, { meaning: 'How long mailed codes and links are valid.' }),
  AUTH_SMS_CODE_SECONDS: withDefault(codeSeconds, 60, { meaning: 'How long texted codes are valid.' }),
  AUTH_CODE_LENGTH: withDefault(wholeNumber(MIN_CODE_LENGTH, MAX_CODE_LENGTH), MIN_CODE_LENGTH, {
    meaning: 'Digits of a code.',
  }),
  AUTH_TEST_PHONE_CODES: withDefault(
    {
      schema: z.string().regex(/^(\s*[1-9]\d{1,14}=\d{6,10}\s*(,|$))*$/, 'must be like 1234567890=123456,…'),
      type: 'list of phone=code',
      wrong: 'an entry of another form',
    },
    '',
    { meaning: 'Phones that get no message and accept a fixed code, like `1234567890=123456`; for tests only.' },
  ),
  AUTH_CAPTCHA_URL: optional(httpUrl, {
    meaning:
      'Where the response to a captcha is verified (hCaptcha, Turnstile). Sign-up, sign-in and codes require a captcha when this and the secret are set.',
    wrong: 'not an http(s) URL; set without the secret',
  }),
  AUTH_CAPTCHA_SECRET: optional(secret, { meaning: 'The secret for it.', wrong: 'set without the URL' }),
  AUTH_REDIRECT_TARGETS: list(
    {
      schema: z
        .string()
        .refine(URL.canParse, 'must be absolute addresses')
        .refine(hasExactHost, 'must name each host, without a wildcard'),
      type: 'URLs',
      wrong: 'not absolute, or has a wildcard in its host',
    },
    {
      meaning:
        'Where links and providers may lead besides `SITE_URL`: an origin (all its pages), a page, `…/*` (all pages below), or the address of an app, like `https://app.example,shop-app://signed-in`. While `SITE_URL` is on the same machine, all its ports are allowed.',
    },
  ),
  AUTH_PROVIDERS: optional(jsonOrFile, {
    meaning: 'Providers for sign-in; see [operations](operations.md#signing-in-with-other-services).',
    wrong: 'of another form, or two with one name',
  }),
  AUTH_SSO_PROVIDERS: optional(jsonOrFile, {
    meaning:
      'Single sign-on of organizations, chosen by the domain of the email address; see [operations](operations.md#signing-in-with-other-services).',
    wrong: 'of another form',
  }),
  AUTH_MANUAL_LINKING: withDefault(onOff, 'off', {
    meaning: '`on`: users may link providers to their account, and unlink them.',
  }),
}

const messages = {
  SMTP_URL: optional(
    { schema: z.url({ protocol: /^smtps?$/ }), type: 'smtp(s) URL', wrong: 'not an smtp(s) URL' },
    {
      meaning:
        'Mail server, like `smtps://user:password@mail.example:465`. Without it nothing is sent: `npm run admin -- outbox` shows the mails, and so does `/outbox` while `HOST` and `SITE_URL` are this machine and the database is the embedded one.',
      wrong: 'not an smtp(s) URL; mails that cannot be sent stay in the queue for a day',
    },
  ),
  MAIL_FROM: withDefault(
    {
      schema: z
        .string()
        .min(3)
        .max(320)
        .regex(/^\P{Cc}*$/u, 'must be one line'),
      type: 'sender',
      wrong: 'shorter than 3 characters, or of several lines; mail servers may refuse it',
    },
    `${SHOP_NAME} <no-reply@localhost>`,
    { meaning: 'Sender of the mails.' },
  ),
  TWILIO_ACCOUNT_SID: optional(text, {
    meaning: 'Account at Twilio, which sends text messages. Without it they are shown with the mails.',
    wrong: 'not all three are set',
  }),
  TWILIO_AUTH_TOKEN: optional(secret, { meaning: 'Its token.', wrong: 'not all three are set' }),
  TWILIO_FROM: optional(text, {
    meaning: 'A phone number, or the id of a messaging service.',
    wrong: 'not all three are set',
  }),
  TWILIO_API_URL: withDefault(httpUrl, 'https://api.twilio.com', { meaning: 'Another service with the same API.' }),
  AUTH_MESSAGE_GAP_SECONDS: withDefault(wholeNumber(0, 3600), 60, {
    meaning: 'Minimum time between two messages of one kind to one user; `0` for none.',
  }),
  AUTH_MAILS_PER_HOUR: optional(messagesPerHour, {
    meaning:
      'Limit for mails with codes and links in an hour, of all users together. Beyond it every request is refused: use it for mail services with a price or a quota.',
  }),
  AUTH_SMS_PER_HOUR: optional(messagesPerHour, { meaning: 'The same for text messages.' }),
}

const orders = {
  RETURN_DAYS: withDefault(wholeNumber(0, 365), 30, {
    meaning:
      'Days after delivery, or after it was recorded when that is later, in which buyers may ask to return what they ordered; product pages say so. `0`: they cannot ask, and arrange it with the seller.',
  }),
}

export const settingGroups: readonly (readonly [title: string, settings: Record<string, Setting>])[] = [
  ['Server', server],
  ['Database', database],
  ['Files', files],
  ['Keys', keys],
  ['Accounts and sign-in', accounts],
  ['Mail and text messages', messages],
  ['Orders', orders],
  ['Payments', paymentSettings],
]

const settings = { ...server, ...database, ...files, ...keys, ...accounts, ...messages, ...orders, ...paymentSettings }

type Schemas = { [Name in keyof typeof settings]: (typeof settings)[Name]['schema'] }

export const environmentSchema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as unknown as Schemas,
)

/** Returns which values the setting `name` takes, as the documentation has it, without its marks. */
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
