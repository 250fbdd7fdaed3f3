import {
  ANY_ID,
  conflictingIdentity,
  lastIdentity,
  linkByIdToken,
  nested,
  newEmail,
  newPhone,
  on,
  otherAddress,
  PASSWORD,
  type Refusal,
  requestTwice,
  signInAfter,
  twice,
  withFactor,
  withTenFactors,
  withTwoIdentities,
  withUnconfirmed,
} from './scenes.ts'

// Refusals of one request, or of several in sequence.

const CHALLENGE = 'c'.repeat(43)

// Texts shared by several routes.
const invalidEmail = 'Unable to validate email address: invalid format'
const invalidPhone = 'Invalid phone number format (E.164 required)'
const pkceIncomplete = 'PKCE flow requires code_challenge_method and code_challenge'
const captchaMissing = 'captcha protection: request disallowed (no captcha_token found in request)'
const sentTooSoon = 'For security purposes, you can only request this after N seconds.'
const guestsExcluded = 'Anonymous user not allowed to perform these actions'

const password = (body: object, more: Partial<Refusal> = {}) => ({
  path: '/token?grant_type=password',
  body,
  ...more,
})
const refresh = (refresh_token: string) => ({ path: '/token?grant_type=refresh_token', body: { refresh_token } })
const pkce = (body: object) => ({ path: '/token?grant_type=pkce', body })
const idToken = (body: object, more: Partial<Refusal> = {}) => ({ path: '/token?grant_type=id_token', body, ...more })
const factorPath = (rest = '') => `/factors/${ANY_ID}${rest}`

/** Every response has the requested form. */
export const refusals: Refusal[] = [
  ...on('POST /signup', {
    '422 anonymous_provider_disabled': [['Anonymous sign-ins are disabled', { body: {} }]],
    '400 validation_failed': [
      [
        'Only an email address or phone number should be provided on signup.',
        { body: { email: newEmail(), phone: '1234567890', password: PASSWORD } },
      ],
      ['Signup requires a valid password', { body: { email: newEmail() } }],
      [invalidEmail, { body: { email: 'nobody', password: PASSWORD } }],
      ['An email address is required', { body: { email: ' ', password: PASSWORD } }],
      ['An email address is too long', { body: { email: `${'x'.repeat(255)}@example.com`, password: PASSWORD } }],
      [invalidPhone, { on: 'open', body: { phone: 'none', password: PASSWORD } }],
      [
        'Invalid channel, supported values are "sms"',
        { on: 'open', body: { phone: '1234567890', password: PASSWORD, channel: 'pigeon' } },
      ],
      [
        'PKCE not supported for phone signups',
        {
          on: 'open',
          body: { phone: '1234567890', password: PASSWORD, code_challenge: CHALLENGE, code_challenge_method: 's256' },
        },
      ],
      [pkceIncomplete, { body: { email: newEmail(), password: PASSWORD, code_challenge: CHALLENGE } }],
      [
        'code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~',
        { body: { email: newEmail(), password: PASSWORD, code_challenge: 'short', code_challenge_method: 's256' } },
      ],
    ],
    '422 weak_password': [
      ['Password should be at least 8 characters.', { body: { email: newEmail(), password: 'short' } }],
    ],
    '422 signup_disabled': [
      ['Signups not allowed for this instance', { on: 'closed', body: { email: newEmail(), password: PASSWORD } }],
    ],
    '400 phone_provider_disabled': [
      ['Phone signups are disabled', { body: { phone: '1234567890', password: PASSWORD } }],
    ],
    '422 user_already_exists': [
      [
        'User already registered',
        { prepare: async ({ account }) => ({ body: { email: account.email, password: PASSWORD } }) },
      ],
    ],
    '429 over_email_send_rate_limit': [
      [
        sentTooSoon,
        {
          on: 'confirming',
          prepare: twice('/signup', () => ({ email: newEmail(), password: PASSWORD })),
        },
      ],
    ],
    '400 captcha_failed': [[captchaMissing, { on: 'guarded', body: { email: newEmail(), password: PASSWORD } }]],
  }),

  ...on('POST /token', {
    '400 invalid_credentials': [
      ['unsupported_grant_type', { path: '/token?grant_type=magic', body: {} }],
      ['Invalid login credentials', password({ email: newEmail(), password: PASSWORD })],
    ],
    '422 web3_provider_disabled': [
      [
        'Web3 provider is disabled',
        { path: '/token?grant_type=web3', body: { chain: 'solana', message: 'x', signature: 'AQID' } },
      ],
    ],
    '400 validation_failed': [
      [
        'Only an email address or phone number should be provided on login.',
        password({ email: newEmail(), phone: '1', password: PASSWORD }),
      ],
      ['missing email or phone', password({ password: PASSWORD })],
      ['Refresh token is not valid', refresh('x')],
      ['invalid request: both auth code and code verifier should be non-empty', pkce({ auth_code: ANY_ID })],
    ],
    '422 phone_provider_disabled': [
      ['Phone logins are disabled', password({ phone: '1234567890', password: PASSWORD })],
    ],
    '400 captcha_failed': [[captchaMissing, password({ email: newEmail(), password: PASSWORD }, { on: 'guarded' })]],
    '400 email_not_confirmed': [['Email not confirmed', { prepare: signInAfter({ email_confirmed_at: null }) }]],
    '400 user_banned': [['User is banned', { prepare: signInAfter({ banned_until: new Date(2100, 1) }) }]],
    '400 refresh_token_not_found': [
      ['Invalid Refresh Token: Refresh Token Not Found', refresh('a'.repeat(43))],
      ['Invalid Refresh Token: Refresh Token Not Found', refresh('abcdef012345')],
    ],
    '404 flow_state_not_found': [
      ['invalid flow state, no valid flow state found', pkce({ auth_code: ANY_ID, code_verifier: CHALLENGE })],
    ],
    '404 manual_linking_disabled': [['Manual linking is disabled', { prepare: linkByIdToken }]],
  }),

  ...on('POST /otp', {
    '400 validation_failed': [
      ['Only an email address or phone number should be provided', { body: { email: newEmail(), phone: '1' } }],
      ['One of email or phone must be set', { body: {} }],
      ['Channel should only be specified with Phone OTP', { body: { email: newEmail(), channel: 'sms' } }],
      [invalidEmail, { body: { email: 'nobody' } }],
      [pkceIncomplete, { body: { email: newEmail(), code_challenge_method: 's256' } }],
      [invalidPhone, { on: 'open', body: { phone: 'none' } }],
    ],
    '400 phone_provider_disabled': [['Unsupported phone provider', { body: { phone: '1234567890' } }]],
    '400 captcha_failed': [[captchaMissing, { on: 'guarded', body: { email: newEmail() } }]],
    '429 over_email_send_rate_limit': [[sentTooSoon, { prepare: twice('/otp', () => ({ email: newEmail() })) }]],
    '429 over_sms_send_rate_limit': [[sentTooSoon, { on: 'open', prepare: twice('/otp', newPhone) }]],
  }),
  ...on('POST /recover', {
    '400 validation_failed': [
      ['Password recovery requires an email', { body: {} }],
      [invalidEmail, { body: { email: 'nobody' } }],
    ],
    '400 captcha_failed': [[captchaMissing, { on: 'guarded', body: { email: newEmail() } }]],
    '429 over_email_send_rate_limit': [[sentTooSoon, { prepare: twice('/recover', () => ({ email: newEmail() })) }]],
  }),
  ...on('POST /resend', {
    '400 validation_failed': [
      ['Missing one of these types: signup, email_change, sms, phone_change', { body: { email: newEmail() } }],
      ['Missing email address or phone number', { body: { type: 'email_change' } }],
      [
        'Only an email address or phone number should be provided.',
        { body: { type: 'sms', email: newEmail(), phone: '1' } },
      ],
      ['Type provided requires an email address', { body: { type: 'signup', phone: '1' } }],
      ['Type provided requires a phone number', { body: { type: 'sms' } }],
      ['Type provided requires a phone number', { body: { type: 'sms', email: newEmail() } }],
    ],
    '400 phone_provider_disabled': [['Unsupported phone provider', { body: { type: 'sms', phone: '1234567890' } }]],
    '400 captcha_failed': [[captchaMissing, { on: 'guarded', body: { type: 'signup', email: newEmail() } }]],
    '429 over_email_send_rate_limit': [
      [sentTooSoon, { prepare: twice('/resend', () => ({ type: 'signup', email: newEmail() })) }],
    ],
  }),
  ...on('POST /verify', {
    '400 validation_failed': [
      ['Verify requires a verification type', { body: { token: '123456', email: newEmail() } }],
      ['Verify requires either a token or a token hash', { body: { type: 'signup' } }],
      [
        'Only the token_hash and type should be provided',
        { body: { type: 'signup', token_hash: 'x', email: newEmail() } },
      ],
      [
        'Only the token_hash and type should be provided',
        { body: { type: 'signup', token_hash: 'x', redirect_to: '/' } },
      ],
      ['Invalid email verification type', { body: { type: 'sms', token_hash: 'x' } }],
      ['Only an email address or phone number should be provided on verify', { body: { type: 'sms', token: '1' } }],
      [invalidPhone, { body: { type: 'sms', token: '1', phone: 'none' } }],
    ],
    '422 validation_failed': [['Invalid email format', { body: { type: 'signup', token: '1', email: 'nobody' } }]],
    '403 otp_expired': [
      ['Token has expired or is invalid', { body: { type: 'email', token: '123456', email: newEmail() } }],
      ['Email link is invalid or has expired', { body: { type: 'email', token_hash: 'x' } }],
    ],
  }),
  ...on('GET /verify', {
    '400 validation_failed': [
      ['Verify requires a token or a token hash', { path: '/verify?type=signup' }],
      ['Verify requires a verification type', { path: '/verify?token=x' }],
    ],
  }),

  ...on('PUT /user', {
    '403 not_admin': [
      ['Updating app_metadata requires admin privileges', { body: { app_metadata: { role: 'admin' } } }],
    ],
    '422 same_password': [
      ['New password should be different from the old password.', { body: { password: PASSWORD } }],
    ],
    '422 weak_password': [['Password should be at least 8 characters.', { body: { password: 'short' } }]],
    '400 validation_failed': [
      ['The password is not valid Unicode', { body: { password: 'a long \ud800 phrase' } }],
      [invalidEmail, { body: { email: 'nobody' } }],
      [invalidPhone, { on: 'open', body: { phone: 'none' } }],
      ['data is nested too deeply', { body: { data: nested(12) } }],
      ['data must not contain control characters or broken Unicode', { body: { data: { a: '\0' } } }],
      ['display_name must be text of at most 100 characters', { body: { data: { display_name: 7 } } }],
      ['avatar_url must be a picture kept by this server', { body: { data: { avatar_url: '/x' } } }],
      [
        'Updating password of an anonymous user without an email or phone is not allowed',
        { on: 'open', as: 'guest', body: { password: 'another long phrase' } },
      ],
    ],
    '400 phone_provider_disabled': [['Unsupported phone provider', { body: { phone: '1234567890' } }]],
    '413 request_entity_too_large': [['User metadata is too large', { body: { data: { a: 'x'.repeat(9000) } } }]],
    '422 email_exists': [
      [
        'A user with this email address has already been registered',
        { prepare: async (scene) => ({ body: { email: await otherAddress(scene, 'email') } }) },
      ],
    ],
    '422 phone_exists': [
      [
        'A user with this phone number has already been registered',
        { on: 'open', prepare: async (scene) => ({ body: { phone: await otherAddress(scene, 'phone') } }) },
      ],
    ],
  }),
  ...on('GET /reauthenticate', {
    '422 email_not_confirmed': [['Please verify your email first.', { prepare: withUnconfirmed('email') }]],
    '422 phone_not_confirmed': [['Please verify your phone first.', { prepare: withUnconfirmed('phone') }]],
    '400 validation_failed': [
      ['Reauthentication requires the user to have an email or a phone number', { on: 'open', as: 'guest' }],
    ],
    '429 over_email_send_rate_limit': [[sentTooSoon, { prepare: requestTwice('GET', '/reauthenticate') }]],
  }),
  ...on('POST /logout', {
    '400 validation_failed': [['Unsupported logout scope "universe"', { path: '/logout?scope=universe' }]],
  }),

  ...on('GET /authorize', {
    '400 validation_failed': [
      ['Unsupported provider: provider is not enabled', { path: '/authorize?provider=nobody' }],
      [pkceIncomplete, { on: 'open', path: `/authorize?provider=work&code_challenge=${CHALLENGE}` }],
    ],
  }),
  ...on('GET /user/identities/authorize', {
    '404 manual_linking_disabled': [['Manual linking is disabled']],
    '400 validation_failed': [
      [
        'Unsupported provider: provider is not enabled',
        { on: 'open', path: '/user/identities/authorize?provider=nobody' },
      ],
    ],
  }),
  ...on('DELETE /user/identities/:identity_id', {
    '422 email_conflict_identity_not_deletable': [
      [
        'Unable to unlink identity due to email conflict with another user',
        { on: 'open', prepare: conflictingIdentity },
      ],
    ],
    '404 manual_linking_disabled': [['Manual linking is disabled', { path: `/user/identities/${ANY_ID}` }]],
    '404 validation_failed': [['identity_id must be an UUID', { on: 'open', path: '/user/identities/x' }]],
    '422 identity_not_found': [
      ["Identity doesn't exist", { on: 'open', path: `/user/identities/${ANY_ID}`, prepare: withTwoIdentities }],
    ],
    '422 single_identity_not_deletable': [
      ['User must have at least 1 identity after unlinking', { on: 'open', prepare: lastIdentity }],
    ],
  }),
  ...on('POST /sso', {
    '404 saml_provider_disabled': [
      // Refused with any body.
      ['SAML 2.0 is disabled', { body: { domain: 7 } }],
    ],
    '400 validation_failed': [
      [
        'Only one of provider_id or domain supported',
        { on: 'open', body: { provider_id: ANY_ID, domain: 'a.example' } },
      ],
      ['A provider_id or domain needs to be provided', { on: 'open', body: {} }],
    ],
    '404 sso_provider_not_found': [
      ['No such SSO provider', { on: 'open', body: { provider_id: ANY_ID } }],
      ['No SSO provider assigned for this domain', { on: 'open', body: { domain: 'a.example' } }],
    ],
  }),
  ...on('POST /sso/saml/acs', {
    '404 saml_provider_disabled': [['SAML 2.0 is disabled', { body: {} }]],
  }),
  ...on('GET /sso/saml/metadata', {
    '404 saml_provider_disabled': [['SAML 2.0 is disabled']],
  }),

  ...on('POST /factors', {
    '400 validation_failed': [
      ['factor_type needs to be totp, phone, or webauthn', { body: {} }],
      ['Phone number required to enroll Phone factor', { body: { factor_type: 'phone' } }],
      [invalidPhone, { body: { factor_type: 'phone', phone: 'none' } }],
      [
        'friendly_name must be one line of at most 100 characters',
        { body: { factor_type: 'totp', friendly_name: 'x'.repeat(101) } },
      ],
    ],
    '422 mfa_webauthn_enroll_not_enabled': [
      ['MFA enroll is disabled for WebAuthn', { body: { factor_type: 'webauthn' } }],
    ],
    '422 mfa_totp_enroll_not_enabled': [
      ['MFA enroll is disabled for TOTP', { on: 'closed', body: { factor_type: 'totp' } }],
    ],
    '422 mfa_phone_enroll_not_enabled': [
      ['MFA enroll is disabled for Phone', { on: 'closed', body: { factor_type: 'phone', phone: '1' } }],
    ],
    '422 mfa_factor_name_conflict': [
      [
        'A factor with the friendly name "twice" for this user already exists',
        { prepare: requestTwice('POST', '/factors', { factor_type: 'totp', friendly_name: 'twice' }) },
      ],
    ],
    '403 no_authorization': [[guestsExcluded, { on: 'open', as: 'guest', body: { factor_type: 'totp' } }]],
    '422 too_many_enrolled_mfa_factors': [
      ['Maximum number of verified factors reached, unenroll to continue', { prepare: withTenFactors('verified') }],
      ['Maximum number of enrolled factors reached, unenroll to continue', { prepare: withTenFactors('unverified') }],
    ],
  }),
  ...on('DELETE /factors/:factor_id', {
    '404 validation_failed': [['factor_id must be an UUID', { path: '/factors/x' }]],
    '404 mfa_factor_not_found': [['Factor not found', { path: factorPath() }]],
    '403 no_authorization': [[guestsExcluded, { on: 'open', as: 'guest', path: factorPath() }]],
  }),
  ...on('POST /factors/:factor_id/challenge', {
    '422 mfa_totp_verify_not_enabled': [
      ['MFA verification is disabled for TOTP', { on: 'closed', prepare: withFactor('totp', 'challenge') }],
    ],
    '422 mfa_phone_verify_not_enabled': [
      ['MFA verification is disabled for Phone', { on: 'closed', prepare: withFactor('phone', 'challenge') }],
    ],
    '404 validation_failed': [['factor_id must be an UUID', { path: '/factors/x/challenge', body: {} }]],
    '404 mfa_factor_not_found': [['Factor not found', { path: factorPath('/challenge'), body: {} }]],
    '400 validation_failed': [
      [
        'Invalid channel, supported values are sms or whatsapp.',
        { path: factorPath('/challenge'), body: { channel: 'pigeon' } },
      ],
    ],
    '403 no_authorization': [[guestsExcluded, { on: 'open', as: 'guest', path: factorPath('/challenge') }]],
  }),
  ...on('POST /factors/:factor_id/verify', {
    '422 mfa_totp_verify_not_enabled': [
      ['MFA verification is disabled for TOTP', { on: 'closed', prepare: withFactor('totp', 'verify') }],
    ],
    '422 mfa_phone_verify_not_enabled': [
      ['MFA verification is disabled for Phone', { on: 'closed', prepare: withFactor('phone', 'verify') }],
    ],
    '404 validation_failed': [
      ['factor_id must be an UUID', { path: '/factors/x/verify', body: { challenge_id: ANY_ID } }],
    ],
    '400 validation_failed': [
      ['Code needs to be non-empty', { path: factorPath('/verify'), body: { challenge_id: ANY_ID } }],
    ],
    '404 mfa_factor_not_found': [
      ['Factor not found', { path: factorPath('/verify'), body: { challenge_id: ANY_ID, code: '123456' } }],
    ],
    '403 no_authorization': [[guestsExcluded, { on: 'open', as: 'guest', path: factorPath('/verify'), body: {} }]],
  }),
]

/** These responses have their own form, `{error, error_description}`, in every version. */
export const idTokenRefusals = on('POST /token', {
  '400 validation_failed': [
    ['id_token required', idToken({ provider: 'work' }, { on: 'open' })],
    ['provider or client_id and issuer required', idToken({ id_token: 'x' }, { on: 'open' })],
  ],
})
