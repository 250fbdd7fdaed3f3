import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { reasonOf } from '../../../db/failures.ts'
import { readConfig } from '../../platform/config/config.ts'
import { planProcesses } from '../../platform/lifecycle/plan-processes.ts'
import { readSettings } from './settings.ts'

const SECRET = 'b2f6d1c09e7a4835b2f6d1c09e7a4835'

function messageFor(environment: Record<string, string>): string {
  try {
    readSettings(environment, false)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('F8: all wrong settings are named at once: values, incomplete groups, keys, files, secrets', () => {
  const wrong = {
    PORT: '99999',
    SITE_URL: 'https://shop.example/below',
    DATA_DIR: '~/market',
    STORAGE_URL: 's3://AKIDHIDDEN:key-that-stays-hidden@host/',
    TRUSTED_PROXIES: '10.0.0.0/8, my-proxy',
    AUTH_CAPTCHA_URL: 'https://captcha.example',
    TWILIO_FROM: '+1555',
    API_KEY_SECRET: 'short-and-hidden',
    AUTH_SIGNING_KEY: '/nowhere/key.json',
    AUTH_PROVIDERS: '[{"type":"google"}]',
    AUTH_SSO_PROVIDERS: '{',
    METRICS_PORT: 'x',
    DATABASE_REPLICA_URLS: 'postgres://copy.example/openstall',
  }
  const message = messageFor(wrong)
  expect(message).toMatch(/^These settings are wrong:\n/)
  const named = Object.keys(wrong).filter(
    (name) => !new RegExp(`^  (.*, )?${name}: |with ${name} or`, 'm').test(message),
  )
  expect(named).toEqual([])
  expect(message).not.toContain('hidden')
})

test.each([
  ['PORT', '99999', 'expected 0 to 65535'],
  ['PORT', 'x', 'expected 0 to 65535'],
  ['SMTP_URL', 'mail.example', 'expected smtp(s) URL'],
  ['DEMO', 'no', 'expected on or off'],
  ['PAYMENTS', 'paypal', 'expected off, sandbox, stripe'],
  ['CORS_ORIGINS', 'https://a.example,b', 'expected list of http(s) URLs'],
  ['STRIPE_SECRET_KEY', 'sk_1', 'must be a secret or restricted key of Stripe'],
  ['DATABASE_POOLER_URL', 'postgres://localhost:6432/shop', 'only with DATABASE_URL, in front of which it is'],
  ['LANGUAGES', 'en,xx', 'there are no texts in xx'],
  ['LANGUAGES', 'EN', 'there are no texts in EN'],
  ['LANGUAGES', 'constructor', 'there are no texts in constructor'],
  ['LANGUAGES', ',', 'there are no texts in a language without a name'],
  ['LANGUAGES', 'en,', 'there are no texts in a language without a name'],
])('F8: the message for %s=%s lists the values that the setting takes', (name, value, message) =>
  expect(messageFor({ [name]: value })).toContain(`  ${name}: ${message}`),
)

test.each([
  ['en,en', ['en']],
  ['de, en,de', ['de', 'en']],
  ['', ['en']],
])('LANGUAGES=%s: duplicates count once, the first stays first, and the default is English', (LANGUAGES, languages) =>
  expect(readConfig({ LANGUAGES }, false)).toMatchObject({ languages }),
)

test.each([
  ['a byte too short', SECRET.slice(1)],
  ['from an example', 'change-me-change-me-change-me-0000'],
  ['from a well-known example', 'super-secret-jwt-token-with-at-least-32-characters-long'],
  ['one repeated character', 'x'.repeat(64)],
  ['a repeated short text', 'abc123'.repeat(10)],
])('F8: a secret that is %s stops the start, and its setting is named without the secret', (_what, secret) => {
  const message = messageFor({ API_KEY_SECRET: secret })
  expect(message).toMatch(/^These settings are wrong:\n {2}API_KEY_SECRET: /)
  expect(message).not.toContain(secret)
})

test.each([
  ...['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '::/1,8000::/1', '0.0.0.0/0.0.0.0', '0.0.0.0/128.0.0.0'],
  ...['::ffff:0:0/97,::ffff:128.0.0.0/97', '0:0:0:0:0:ffff:0:0/97', '2000::/3', '0.0.0.0/00'],
  ...['::ffff:10.0.0.0/8', '10.0.0.0/33', '1.2.3', '10.0.0.0/', '10.0.0.0/8/8', '::1/129', 'proxy', 'constructor'],
])('B10: %s is refused as trusted proxies, as it would trust every client, or none', (proxies) =>
  expect(messageFor({ TRUSTED_PROXIES: proxies })).toContain('  TRUSTED_PROXIES: '),
)

test('B10: networks of proxies are accepted in every notation', () => {
  const trustedProxies = [
    '10.0.0.0/8',
    '10.0.0.0/255.0.0.0',
    '2001:db8::/32',
    '::1',
    'uniquelocal',
    '::ffff:10.0.0.0/104',
  ]
  expect(readSettings({ TRUSTED_PROXIES: trustedProxies.join() }, false)).toMatchObject({ trustedProxies })
})

test.each([
  ['RATE_LIMIT', 'RATE_LIMITS'],
  ['rate_limits', 'RATE_LIMITS'],
  ['OPENSTALL_PORT', 'PORT'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['AUTH_EMAIL_CONFIRMS', 'AUTH_EMAIL_CONFIRM'],
  ['SITEURL', 'SITE_URL'],
])('F8: the mistyped setting %s stops the start, and the message suggests the right one', (name, meant) =>
  expect(messageFor({ [name]: 'off' })).toContain(`  ${name}: there is no such setting; ${meant} is one`),
)

test('variables of other programs are not taken for mistyped settings', () => {
  const others =
    'HOSTNAME USER LANGUAGE DATABASE_USER DATABASE_PORT SMTP_USER SMTP_PORT POSTGRES_PASSWORD HTTP_PORT NODE_ENV'
  const more = 'SITE_ADDRESS S3_ACCESS_KEY npm_config_loglevel XDG_DATA_DIRS DATABASE_PASSWORD TWILIO_API_KEY host port'
  const environment = Object.fromEntries(`${others} ${more}`.split(' ').map((name) => [name, 'x']))
  expect(messageFor(environment)).toBe('')
  // Of Kubernetes, for a service that is named openstall.
  expect(messageFor({ OPENSTALL_PORT: 'tcp://10.96.0.12:3000' })).toBe('')
})

test.each([
  ['MAIL_FROM', 'Shop <a@shop.example>\r\nBcc: all@example.com', 'must be one line'],
  ['AUTH_REDIRECT_TARGETS', 'https://app.example,https://*.example/*', 'without a wildcard'],
  ['AUTH_REDIRECT_TARGETS', 'https://%2A.example', 'without a wildcard'],
  ['AUTH_REDIRECT_TARGETS', 'shop-app://*', 'without a wildcard'],
  ['CORS_ORIGINS', 'https://*.example', 'without a wildcard'],
])('B11: %s=%j is refused', (name, value, message) =>
  expect(messageFor({ [name]: value })).toMatch(new RegExp(`  ${name}: .*${message}`)),
)

test('F8: an empty setting counts as not set, a blank one is wrong', () => {
  expect(readSettings({ PORT: '', DRAIN_SECONDS: '' }, false)).toMatchObject({ port: 3000, drainSeconds: 2 })
  for (const name of ['PORT', 'DRAIN_SECONDS', 'HOST'])
    expect(messageFor({ [name]: ' ' })).toContain(`  ${name}: is blank`)
})

test('a good secret is accepted', () => {
  expect(readSettings({ API_KEY_SECRET: SECRET }, false).apiKeySecret).toBe(SECRET)
})

test('without PROCESSES there is one process per core, limited by the connections of the embedded database', () => {
  const plan = (cores: number, environment: Record<string, string> = {}) =>
    planProcesses(readConfig(environment, false), cores)
  expect([plan(1), plan(8), plan(64)]).toEqual([1, 8, 23])
  expect(plan(64, { DATABASE_POOL_SIZE: '200' })).toBe(1)
  expect(plan(64, { DATABASE_URL: 'postgres://localhost/shop' })).toBe(64)
  expect(plan(64, { PROCESSES: '24' })).toBe(24)
  for (const [name, environment] of [
    ['PROCESSES', { PROCESSES: '25' }],
    ['METRICS_PORT', { METRICS_PORT: '65530', PROCESSES: '6' }],
  ] as const)
    expect(() => plan(4, environment)).toThrow(new RegExp(`^These settings are wrong:\\n {2}${name}: `))
})

test('a failed connection to a name with several addresses is explained for each of them', async () => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  const failure = await new Promise((resolve) => {
    connect({
      host: 'two',
      port: 1,
      autoSelectFamily: true,
      lookup: (_name, _options, done) => done(null, addresses),
    }).once('error', resolve)
  })
  expect(failure).toMatchObject({ name: 'AggregateError', message: '' })
  expect(reasonOf(failure)).toMatch(/ECONNREFUSED 127\.0\.0\.1:1; .* ::1:1/)
})
