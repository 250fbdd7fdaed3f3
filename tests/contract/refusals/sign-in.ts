import {
  CHALLENGE,
  captchaMissing,
  invalidEmail,
  invalidPhone,
  on,
  pkceIncomplete,
  type Refusal,
  sentTooSoon,
} from './refusal.ts'
import { ANY_ID, linkByIdToken, newEmail, PASSWORD, signInAfter, twice } from './scenes.ts'

export const signUpRefusals = on('POST /signup', [
  ['anonymous_provider_disabled', 422, 'Anonymous sign-ins are disabled', { body: {} }],
  [
    'validation_failed',
    400,
    'Only an email address or phone number should be provided on signup.',
    { body: { email: newEmail(), phone: '1234567890', password: PASSWORD } },
  ],
  ['validation_failed', 400, 'Signup requires a valid password', { body: { email: newEmail() } }],
  ['validation_failed', 400, invalidEmail, { body: { email: 'nobody', password: PASSWORD } }],
  ['validation_failed', 400, 'An email address is required', { body: { email: ' ', password: PASSWORD } }],
  [
    'validation_failed',
    400,
    'An email address is too long',
    { body: { email: `${'x'.repeat(255)}@example.com`, password: PASSWORD } },
  ],
  [
    'weak_password',
    422,
    'Password should be at least 8 characters.',
    { body: { email: newEmail(), password: 'short' } },
  ],
  [
    'signup_disabled',
    422,
    'Signups not allowed for this instance',
    { on: 'closed', body: { email: newEmail(), password: PASSWORD } },
  ],
  ['phone_provider_disabled', 400, 'Phone signups are disabled', { body: { phone: '1234567890', password: PASSWORD } }],
  ['validation_failed', 400, invalidPhone, { on: 'open', body: { phone: 'none', password: PASSWORD } }],
  [
    'validation_failed',
    400,
    'Invalid channel, supported values are "sms"',
    { on: 'open', body: { phone: '1234567890', password: PASSWORD, channel: 'pigeon' } },
  ],
  [
    'validation_failed',
    400,
    'PKCE not supported for phone signups',
    {
      on: 'open',
      body: { phone: '1234567890', password: PASSWORD, code_challenge: CHALLENGE, code_challenge_method: 's256' },
    },
  ],
  [
    'validation_failed',
    400,
    pkceIncomplete,
    { body: { email: newEmail(), password: PASSWORD, code_challenge: CHALLENGE } },
  ],
  [
    'validation_failed',
    400,
    'code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~',
    { body: { email: newEmail(), password: PASSWORD, code_challenge: 'short', code_challenge_method: 's256' } },
  ],
  [
    'user_already_exists',
    422,
    'User already registered',
    { prepare: async ({ account }) => ({ body: { email: account.email, password: PASSWORD } }) },
  ],
  [
    'over_email_send_rate_limit',
    429,
    sentTooSoon,
    {
      on: 'confirming',
      prepare: twice('/signup', () => ({ email: newEmail(), password: PASSWORD })),
    },
  ],
  ['captcha_failed', 400, captchaMissing, { on: 'guarded', body: { email: newEmail(), password: PASSWORD } }],
])

const password = (body: object, more: Partial<Refusal> = {}) => ({
  path: '/token?grant_type=password',
  body,
  ...more,
})
const refresh = (refresh_token: string) => ({ path: '/token?grant_type=refresh_token', body: { refresh_token } })
const pkce = (body: object) => ({ path: '/token?grant_type=pkce', body })
const idToken = (body: object, more: Partial<Refusal> = {}) => ({ path: '/token?grant_type=id_token', body, ...more })

export const tokenRefusals = on('POST /token', [
  ['invalid_credentials', 400, 'unsupported_grant_type', { path: '/token?grant_type=magic', body: {} }],
  [
    'web3_provider_disabled',
    422,
    'Web3 provider is disabled',
    { path: '/token?grant_type=web3', body: { chain: 'solana', message: 'x', signature: 'AQID' } },
  ],
  [
    'validation_failed',
    400,
    'Only an email address or phone number should be provided on login.',
    password({ email: newEmail(), phone: '1', password: PASSWORD }),
  ],
  ['validation_failed', 400, 'missing email or phone', password({ password: PASSWORD })],
  ['invalid_credentials', 400, 'Invalid login credentials', password({ email: newEmail(), password: PASSWORD })],
  ['phone_provider_disabled', 422, 'Phone logins are disabled', password({ phone: '1234567890', password: PASSWORD })],
  ['captcha_failed', 400, captchaMissing, password({ email: newEmail(), password: PASSWORD }, { on: 'guarded' })],
  ['email_not_confirmed', 400, 'Email not confirmed', { prepare: signInAfter({ email_confirmed_at: null }) }],
  ['user_banned', 400, 'User is banned', { prepare: signInAfter({ banned_until: new Date(2100, 1) }) }],
  ['validation_failed', 400, 'Refresh token is not valid', refresh('x')],
  ['refresh_token_not_found', 400, 'Invalid Refresh Token: Refresh Token Not Found', refresh('a'.repeat(43))],
  ['refresh_token_not_found', 400, 'Invalid Refresh Token: Refresh Token Not Found', refresh('abcdef012345')],
  [
    'validation_failed',
    400,
    'invalid request: both auth code and code verifier should be non-empty',
    pkce({ auth_code: ANY_ID }),
  ],
  [
    'flow_state_not_found',
    404,
    'invalid flow state, no valid flow state found',
    pkce({ auth_code: ANY_ID, code_verifier: CHALLENGE }),
  ],
  ['manual_linking_disabled', 404, 'Manual linking is disabled', { prepare: linkByIdToken }],
])

/** Responses have a form of their own: `{error, error_description}`, whatever the requested version. */
export const idTokenRefusals = on('POST /token', [
  ['validation_failed', 400, 'id_token required', idToken({ provider: 'work' }, { on: 'open' })],
  ['validation_failed', 400, 'provider or client_id and issuer required', idToken({ id_token: 'x' }, { on: 'open' })],
])
