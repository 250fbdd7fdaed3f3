import { invalidEmail, invalidPhone, on, sentTooSoon } from './refusal.ts'
import { nested, otherAddress, PASSWORD, requestTwice, withUnconfirmedEmail, withUnconfirmedPhone } from './scenes.ts'

export const userRefusals = [
  ...on('PUT /user', [
    [
      'not_admin',
      403,
      'Updating app_metadata requires admin privileges',
      { body: { app_metadata: { role: 'admin' } } },
    ],
    ['same_password', 422, 'New password should be different from the old password.', { body: { password: PASSWORD } }],
    ['weak_password', 422, 'Password should be at least 8 characters.', { body: { password: 'short' } }],
    ['validation_failed', 400, 'The password is not valid Unicode', { body: { password: 'a long \ud800 phrase' } }],
    ['validation_failed', 400, invalidEmail, { body: { email: 'nobody' } }],
    ['phone_provider_disabled', 400, 'Unsupported phone provider', { body: { phone: '1234567890' } }],
    ['validation_failed', 400, invalidPhone, { on: 'open', body: { phone: 'none' } }],
    ['validation_failed', 400, 'data is nested too deeply', { body: { data: nested(12) } }],
    [
      'validation_failed',
      400,
      'data must not contain control characters or broken Unicode',
      { body: { data: { a: '\0' } } },
    ],
    [
      'validation_failed',
      400,
      'display_name must be text of at most 100 characters',
      { body: { data: { display_name: 7 } } },
    ],
    [
      'validation_failed',
      400,
      'avatar_url must be a picture kept by this server',
      { body: { data: { avatar_url: '/x' } } },
    ],
    ['request_entity_too_large', 413, 'User metadata is too large', { body: { data: { a: 'x'.repeat(9000) } } }],
    [
      'email_exists',
      422,
      'A user with this email address has already been registered',
      { prepare: async (scene) => ({ body: { email: await otherAddress(scene, 'email') } }) },
    ],
    [
      'phone_exists',
      422,
      'A user with this phone number has already been registered',
      { on: 'open', prepare: async (scene) => ({ body: { phone: await otherAddress(scene, 'phone') } }) },
    ],
    [
      'validation_failed',
      400,
      'Updating password of an anonymous user without an email or phone is not allowed',
      { on: 'open', as: 'guest', body: { password: 'another long phrase' } },
    ],
  ]),
  ...on('GET /reauthenticate', [
    ['email_not_confirmed', 422, 'Please verify your email first.', { prepare: withUnconfirmedEmail }],
    ['phone_not_confirmed', 422, 'Please verify your phone first.', { prepare: withUnconfirmedPhone }],
    [
      'validation_failed',
      400,
      'Reauthentication requires the user to have an email or a phone number',
      { on: 'open', as: 'guest' },
    ],
    ['over_email_send_rate_limit', 429, sentTooSoon, { prepare: requestTwice('GET', '/reauthenticate') }],
  ]),
  ...on('POST /logout', [
    ['validation_failed', 400, 'Unsupported logout scope "universe"', { path: '/logout?scope=universe' }],
  ]),
]
