import { bodies, json, notUtf8, requests } from './bad-input.ts'

const BAD_JSON = [400, 'bad_json'] as const
const UNFIT = [400, 'validation_failed'] as const
const password = 'a long enough phrase'
const email = 'new@example.com'

const SIGN_UP = 'POST /auth/v1/signup'
const SIGN_IN = 'POST /auth/v1/token?grant_type=password'
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token'
const EDIT = 'PUT /auth/v1/user'
const WRONG = [400, 'invalid_credentials'] as const
const BAD_TOKEN = [403, 'bad_jwt'] as const
const TOO_LARGE = [413, 'request_entity_too_large'] as const
const WEAK = [422, 'weak_password'] as const
const TAKEN = [422, 'user_already_exists'] as const

export const accountInputs = [
  ...bodies('C1', 'visitor', SIGN_UP, [
    ['nothing at all', undefined, ...BAD_JSON],
    ['a list', [], ...BAD_JSON],
    ['an empty password', { email, password: '' }, ...UNFIT],
    ['the address as a list', { email: [email], password }, ...BAD_JSON],
    ['the address as a number', { email: 1, password }, ...BAD_JSON],
    ['the password as a number', { email, password: 12345678901 }, ...BAD_JSON],
    ['metadata as text', { email, password, data: 'x' }, ...BAD_JSON],
    ['metadata as a list', { email, password, data: ['x'] }, ...BAD_JSON],
    ['an address without a local part', { email: '@example.com', password }, ...UNFIT],
    ['an address without a domain', { email: 'new@', password }, ...UNFIT],
    ['an address of 300 characters', { email: `${'x'.repeat(288)}@example.com`, password }, ...UNFIT],
    ['no password', { email }, ...UNFIT],
    ['neither email nor phone', { password }, 422, 'anonymous_provider_disabled'],
  ]),
  ...bodies('C2', 'visitor', SIGN_UP, [
    ['a NUL in the address', { email: 'n\u0000w@example.com', password }, ...UNFIT],
    ['a line break in the address', { email: 'new@example.com\nbcc: x@example.com', password }, ...UNFIT],
    ['a NUL in the metadata', { email, password, data: { display_name: 'a\u0000' } }, ...UNFIT],
    ['a NUL in a key of the metadata', { email, password, data: { 'a\u0000': 1 } }, ...UNFIT],
    ['metadata of twelve levels', { email, password, data: { a: [[[[[[[[[[[[1]]]]]]]]]]]] } }, ...UNFIT],
    ['metadata of 9 kB', { email, password, data: { a: 'x'.repeat(9000) } }, ...TOO_LARGE],
    ['numbers of 309 digits in the metadata', { email, password, data: { a: Array(60).fill(1e308) } }, ...UNFIT],
  ]),
  ...bodies('C2', 'visitor', SIGN_UP, [
    ['half a surrogate pair in the address', { email: 'a\ud800@example.com', password }, ...UNFIT],
    ['half a surrogate pair in the metadata', { email, password, data: { a: '\udc00' } }, ...UNFIT],
  ]),
  ...requests('C2', 'visitor', [
    ['a password that is not UTF-8', SIGN_UP, ...BAD_JSON, notUtf8({ email, password })],
    [
      'half a surrogate pair in the password',
      SIGN_UP,
      ...UNFIT,
      json(`{"email":"${email}","password":"long enough \\ud800"}`),
    ],
    ['an infinite number', SIGN_UP, ...UNFIT, json(`{"email":"${email}","password":"${password}","data":{"a":1e999}}`)],
    ['5,000 levels', SIGN_UP, ...BAD_JSON, json(`{"data":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`)],
    ['a body of 300 kB', SIGN_UP, ...TOO_LARGE, json(`{"data":{"a":"${'x'.repeat(300_000)}"}}`)],
    [
      'a form',
      SIGN_UP,
      415,
      'unsupported_media_type',
      { body: 'email=new@example.com', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ]),
  ...bodies('B5', 'visitor', SIGN_UP, [
    ['seven characters', { email, password: 'h4rdly!' }, ...WEAK],
    ['7 characters that are 14 units', { email, password: '🐙'.repeat(7) }, ...WEAK],
    ['129 characters', { email, password: 'ü'.repeat(129) }, ...WEAK],
    ['a common one', { email, password: 'password123' }, ...WEAK],
  ]),
  ...bodies('B8', 'visitor', SIGN_UP, [
    ['an address that is taken', { email: '{email}', password }, ...TAKEN],
    ['the same in upper case with spaces', { email: ' {EMAIL} ', password }, ...TAKEN],
  ]),
  ...bodies('B7', 'visitor', SIGN_IN, [
    ['a wrong password', { email: '{email}', password: 'a wrong enough phrase' }, ...WRONG],
    ['an unknown account', { email: 'nobody@example.com', password }, ...WRONG],
    ['the password with a trailing space', { email: '{email}', password: `${password} ` }, ...WRONG],
    ['the password in upper case', { email: '{email}', password: password.toUpperCase() }, ...WRONG],
    ['no password', { email: '{email}' }, ...WRONG],
    ['a list as password', { email: '{email}', password: ['x'] }, ...BAD_JSON],
    ['a NUL in the address', { email: 'unknown\0@example.com', password }, ...WRONG],
    ['half a surrogate pair in the password', { email: '{email}', password: '\ud800' }, ...WRONG],
    ['a password of a megabyte', { email: '{email}', password: 'x'.repeat(200_000) }, ...WRONG],
  ]),
  ...requests('C1', 'visitor', [
    ['no grant', 'POST /auth/v1/token', ...WRONG, { body: {} }],
    ['an unknown grant', 'POST /auth/v1/token?grant_type=implicit', ...WRONG, { body: {} }],
    ['a malformed refresh token', REFRESH, ...UNFIT, { body: { refresh_token: 'x' } }],
    ['no refresh token', REFRESH, ...UNFIT, { body: {} }],
    ['an empty refresh token', REFRESH, ...UNFIT, { body: { refresh_token: '' } }],
    ['a refresh token as a number', REFRESH, ...BAD_JSON, { body: { refresh_token: 5 } }],
    ['a refresh token as a list', REFRESH, ...BAD_JSON, { body: { refresh_token: ['{refresh}'] } }],
    ['no key', SIGN_UP, 401, 'No API key found in request', { body: { email, password }, headers: { apikey: '' } }],
    ['a key of another user', SIGN_UP, 401, 'Invalid API key', { body: { email, password }, headers: { apikey: 'x' } }],
    [
      'a malformed code',
      'POST /auth/v1/verify',
      403,
      'otp_expired',
      { body: { type: 'recovery', email: '{email}', token: '000000' } },
    ],
    ['an address that does not exist', 'GET /auth/v1/nothing', 404, 'not_found'],
  ]),
  ...bodies('A2', 'buyer', EDIT, [
    ['a role that users cannot assign', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
  ]),
  ...bodies('B5', 'buyer', EDIT, [
    ['a short password', { password: 'short' }, ...WEAK],
    ['an empty password, and metadata', { password: '', data: { note: 'not kept' } }, ...WEAK],
    ['a password of 129 characters', { password: 'x'.repeat(129), data: { note: 'not kept' } }, ...WEAK],
    ['a common password', { password: 'Qwerty123', data: { note: 'not kept' } }, ...WEAK],
    ['the same password', { password: '{password}' }, 422, 'same_password'],
  ]),
  ...bodies('E5', 'buyer', EDIT, [
    ["another site's picture", { data: { avatar_url: 'https://evil.example/a.png' } }, ...UNFIT],
    ['a script as picture', { data: { avatar_url: 'javascript:alert(1)' } }, ...UNFIT],
  ]),
  ...bodies('C2', 'buyer', EDIT, [
    ['a control character', { data: { note: ['\u0007'] } }, ...UNFIT],
    ['half a surrogate pair', { data: { note: { deep: '\ud83d' } } }, ...UNFIT],
    ['8 kB together with what is there', { data: { more: 'x'.repeat(8_150) } }, ...TOO_LARGE],
    ['numbers of 309 digits', { data: { a: Array(60).fill(1e308) } }, ...UNFIT],
    ['numbers with 300 decimals', { data: { a: { b: Array(60).fill(1e-300) } } }, ...UNFIT],
  ]),
  ...bodies('C1', 'buyer', EDIT, [
    ['a name of 101 characters', { data: { display_name: 'x'.repeat(101) } }, ...UNFIT],
    ['a name as a list', { data: { display_name: ['x'] } }, ...UNFIT],
    ['a malformed address', { email: 'x' }, ...UNFIT],
    ["another user's address", { email: '{rival_email}' }, 422, 'email_exists'],
  ]),
  ...requests('B1', 'visitor', [
    [
      'a token without a signature',
      'GET /auth/v1/user',
      ...BAD_TOKEN,
      { headers: { authorization: 'Bearer {unsigned}' } },
    ],
    ['the public key as a token', EDIT, ...BAD_TOKEN, { body: {}, headers: { authorization: 'Bearer {key}' } }],
    ['another scheme', EDIT, 401, 'no_authorization', { body: {}, headers: { authorization: 'Basic eDp5' } }],
    ['no token', 'POST /auth/v1/logout', 401, 'no_authorization'],
  ]),
  ...requests('C1', 'buyer', [
    ['an unknown scope', 'POST /auth/v1/logout?scope=universe', ...UNFIT],
    ['no factor', 'DELETE /auth/v1/factors/x', 404, 'validation_failed'],
    [
      'an unknown type of factor',
      'POST /auth/v1/factors',
      400,
      'validation_failed',
      { body: { factor_type: 'voice' } },
    ],
  ]),
]
