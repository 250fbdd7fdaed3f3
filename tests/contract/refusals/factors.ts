import { invalidPhone, on, type Row } from './refusal.ts'
import { ANY_ID, requestTwice, withFactor, withTenFactors } from './scenes.ts'

const factorPath = (rest = '') => `/factors/${ANY_ID}${rest}`
const guestsExcluded: Row[2] = 'Anonymous user not allowed to perform these actions'

export const factorRefusals = [
  ...on('POST /factors', [
    ['validation_failed', 400, 'factor_type needs to be totp, phone, or webauthn', { body: {} }],
    [
      'mfa_webauthn_enroll_not_enabled',
      422,
      'MFA enroll is disabled for WebAuthn',
      { body: { factor_type: 'webauthn' } },
    ],
    [
      'mfa_totp_enroll_not_enabled',
      422,
      'MFA enroll is disabled for TOTP',
      { on: 'closed', body: { factor_type: 'totp' } },
    ],
    [
      'mfa_phone_enroll_not_enabled',
      422,
      'MFA enroll is disabled for Phone',
      { on: 'closed', body: { factor_type: 'phone', phone: '1' } },
    ],
    ['validation_failed', 400, 'Phone number required to enroll Phone factor', { body: { factor_type: 'phone' } }],
    ['validation_failed', 400, invalidPhone, { body: { factor_type: 'phone', phone: 'none' } }],
    [
      'validation_failed',
      400,
      'friendly_name must be one line of at most 100 characters',
      { body: { factor_type: 'totp', friendly_name: 'x'.repeat(101) } },
    ],
    [
      'mfa_factor_name_conflict',
      422,
      'A factor with the friendly name "twice" for this user already exists',
      { prepare: requestTwice('POST', '/factors', { factor_type: 'totp', friendly_name: 'twice' }) },
    ],
    ['no_authorization', 403, guestsExcluded, { on: 'open', as: 'guest', body: { factor_type: 'totp' } }],
    [
      'too_many_enrolled_mfa_factors',
      422,
      'Maximum number of verified factors reached, unenroll to continue',
      { prepare: withTenFactors('verified') },
    ],
    [
      'too_many_enrolled_mfa_factors',
      422,
      'Maximum number of enrolled factors reached, unenroll to continue',
      { prepare: withTenFactors('unverified') },
    ],
  ]),
  ...on('DELETE /factors/:factor_id', [
    ['validation_failed', 404, 'factor_id must be an UUID', { path: '/factors/x' }],
    ['mfa_factor_not_found', 404, 'Factor not found', { path: factorPath() }],
    ['no_authorization', 403, guestsExcluded, { on: 'open', as: 'guest', path: factorPath() }],
  ]),
  ...on('POST /factors/:factor_id/challenge', [
    [
      'mfa_totp_verify_not_enabled',
      422,
      'MFA verification is disabled for TOTP',
      { on: 'closed', prepare: withFactor('totp', 'challenge') },
    ],
    [
      'mfa_phone_verify_not_enabled',
      422,
      'MFA verification is disabled for Phone',
      { on: 'closed', prepare: withFactor('phone', 'challenge') },
    ],
    ['validation_failed', 404, 'factor_id must be an UUID', { path: '/factors/x/challenge', body: {} }],
    ['mfa_factor_not_found', 404, 'Factor not found', { path: factorPath('/challenge'), body: {} }],
    [
      'validation_failed',
      400,
      'Invalid channel, supported values are sms or whatsapp.',
      { path: factorPath('/challenge'), body: { channel: 'pigeon' } },
    ],
    ['no_authorization', 403, guestsExcluded, { on: 'open', as: 'guest', path: factorPath('/challenge') }],
  ]),
  ...on('POST /factors/:factor_id/verify', [
    [
      'mfa_totp_verify_not_enabled',
      422,
      'MFA verification is disabled for TOTP',
      { on: 'closed', prepare: withFactor('totp', 'verify') },
    ],
    [
      'mfa_phone_verify_not_enabled',
      422,
      'MFA verification is disabled for Phone',
      { on: 'closed', prepare: withFactor('phone', 'verify') },
    ],
    [
      'validation_failed',
      404,
      'factor_id must be an UUID',
      { path: '/factors/x/verify', body: { challenge_id: ANY_ID } },
    ],
    [
      'validation_failed',
      400,
      'Code needs to be non-empty',
      { path: factorPath('/verify'), body: { challenge_id: ANY_ID } },
    ],
    [
      'mfa_factor_not_found',
      404,
      'Factor not found',
      { path: factorPath('/verify'), body: { challenge_id: ANY_ID, code: '123456' } },
    ],
    ['no_authorization', 403, guestsExcluded, { on: 'open', as: 'guest', path: factorPath('/verify'), body: {} }],
  ]),
]
