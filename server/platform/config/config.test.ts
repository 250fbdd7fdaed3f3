import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('B9: without settings, all values are safe', () => {
  expect(readConfig({}, false)).toMatchObject({
    siteUrl: 'http://localhost:3000',
    passwordMinLength: 8,
    emailConfirm: false,
    secureEmailChange: true,
    phone: false,
    phoneConfirm: true,
    anonymous: false,
    signUp: true,
    captcha: undefined,
    twilio: undefined,
    smtpUrl: undefined,
    codeSeconds: 600,
    messageGapSeconds: 60,
    rateLimits: true,
  })
})

test('the settings of a test server are read', () => {
  const config = readConfig(
    {
      AUTH_EMAIL_CONFIRM: 'on',
      AUTH_ANONYMOUS: 'on',
      AUTH_PHONE: 'on',
      AUTH_TEST_PHONE_CODES: '1234567890=123456, 491511234567=000000',
      AUTH_MESSAGE_GAP_SECONDS: '1',
      AUTH_MAILS_PER_HOUR: '500',
      AUTH_PASSWORD_MIN_LENGTH: '6',
      AUTH_REDIRECT_TARGETS: 'https://app.example, shop-app://signed-in',
      SITE_URL: 'https://shop.example/',
    },
    false,
  )
  expect(config).toMatchObject({
    emailConfirm: true,
    anonymous: true,
    phone: true,
    messageGapSeconds: 1,
    messagesPerHour: { email: 500, sms: undefined },
    passwordMinLength: 6,
    redirectTargets: ['https://app.example', 'shop-app://signed-in'],
    siteUrl: 'https://shop.example',
  })
  expect(config.testPhoneCodes).toEqual(
    new Map([
      ['1234567890', '123456'],
      ['491511234567', '000000'],
    ]),
  )
})

test.each([
  [{}, true],
  [{ SITE_URL: 'https://shop.example' }, false],
  [{ DATABASE_URL: 'postgres://user@db.example/shop' }, false],
  [
    {
      SITE_URL: 'https://shop.example',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'x',
      TWILIO_FROM: '+15550100',
    },
    true,
  ],
])('text messages are sent, or shown on this machine: %j', (environment, sendsTexts) => {
  expect(readConfig(environment, false).sendsTexts).toBe(sendsTexts)
})

test.each([
  ['AUTH_EMAIL_CONFIRM', 'yes'],
  ['TIME_ZONE', 'Mars/Olympus'],
  ['TIME_ZONE', '+02:00'],
  ['TIME_ZONE', 'CET'],
  ['TIME_ZONE', 'Europe/Berlin '],
  ['AUTH_PASSWORD_MIN_LENGTH', '5'],
  ['AUTH_CODE_LENGTH', '4'],
  ['AUTH_SMS_PER_HOUR', '0'],
  ['AUTH_CODE_SECONDS', '601'],
  ['AUTH_TEST_PHONE_CODES', '+123=1'],
  ['AUTH_REDIRECT_TARGETS', '/relative'],
  ['AUTH_CAPTCHA_URL', 'javascript:alert(1)'],
  ['SMTP_URL', 'http://mail.example'],
  ['STORAGE_URL', 's3://key:100%@store.example/bucket'],
])('a wrong setting is named: %s=%s', (name, value) => {
  expect(() => readConfig({ [name]: value }, false)).toThrow(new RegExp(`^These settings are wrong:\\n  ${name}: `))
})

test('a second factor for admins can be required only where every admin can set one up', () => {
  const required = { ADMIN_SECOND_FACTOR: 'required' }
  expect([readConfig({}, false).adminSecondFactor, readConfig(required, false).adminSecondFactor]).toEqual([
    false,
    true,
  ])
  expect(() => readConfig({ ...required, AUTH_MFA_TOTP: 'off' }, false)).toThrow(
    'ADMIN_SECOND_FACTOR: only with AUTH_MFA_TOTP=on',
  )
})

test('payments through Stripe need its keys, of one mode, and https for a live one', () => {
  const settings = {
    PAYMENTS: 'stripe',
    SITE_URL: 'https://market.example',
    STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef',
    STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef,whsec_fedcba9876543210',
  }
  expect(readConfig(settings, false)).toMatchObject({
    payments: 'stripe',
    stripe: { isTest: false, webhookSecrets: ['whsec_0123456789abcdef', 'whsec_fedcba9876543210'] },
  })
  const wrong = (more: Record<string, string | undefined>) => () => readConfig({ ...settings, ...more }, false)
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRETS', 'SITE_URL'])
    for (const value of [undefined, '', '  ', 'short'])
      expect(wrong({ [name]: value }), `${name}=${value}`).toThrow(name)
  expect(wrong({ SITE_URL: 'http://market.example' })).toThrow('STRIPE_SECRET_KEY: a live key needs')
  expect(wrong({ STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef' })).toThrow(
    'STRIPE_PUBLISHABLE_KEY: of another mode',
  )
  expect(wrong({ STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef,short' })).toThrow('STRIPE_WEBHOOK_SECRETS')
})
