import { captchaMissing, invalidEmail, invalidPhone, on, pkceIncomplete, sentTooSoon } from './refusal.ts'
import { newEmail, newPhone, twice } from './scenes.ts'

export const codeRefusals = [
  ...on('POST /otp', [
    [
      'validation_failed',
      400,
      'Only an email address or phone number should be provided',
      { body: { email: newEmail(), phone: '1' } },
    ],
    ['validation_failed', 400, 'One of email or phone must be set', { body: {} }],
    [
      'validation_failed',
      400,
      'Channel should only be specified with Phone OTP',
      { body: { email: newEmail(), channel: 'sms' } },
    ],
    ['validation_failed', 400, invalidEmail, { body: { email: 'nobody' } }],
    ['validation_failed', 400, pkceIncomplete, { body: { email: newEmail(), code_challenge_method: 's256' } }],
    ['phone_provider_disabled', 400, 'Unsupported phone provider', { body: { phone: '1234567890' } }],
    ['validation_failed', 400, invalidPhone, { on: 'open', body: { phone: 'none' } }],
    ['captcha_failed', 400, captchaMissing, { on: 'guarded', body: { email: newEmail() } }],
    ['over_email_send_rate_limit', 429, sentTooSoon, { prepare: twice('/otp', () => ({ email: newEmail() })) }],
    ['over_sms_send_rate_limit', 429, sentTooSoon, { on: 'open', prepare: twice('/otp', newPhone) }],
  ]),
  ...on('POST /recover', [
    ['validation_failed', 400, 'Password recovery requires an email', { body: {} }],
    ['validation_failed', 400, invalidEmail, { body: { email: 'nobody' } }],
    ['captcha_failed', 400, captchaMissing, { on: 'guarded', body: { email: newEmail() } }],
    ['over_email_send_rate_limit', 429, sentTooSoon, { prepare: twice('/recover', () => ({ email: newEmail() })) }],
  ]),
  ...on('POST /resend', [
    [
      'validation_failed',
      400,
      'Missing one of these types: signup, email_change, sms, phone_change',
      { body: { email: newEmail() } },
    ],
    ['validation_failed', 400, 'Missing email address or phone number', { body: { type: 'email_change' } }],
    [
      'validation_failed',
      400,
      'Only an email address or phone number should be provided.',
      { body: { type: 'sms', email: newEmail(), phone: '1' } },
    ],
    ['validation_failed', 400, 'Type provided requires an email address', { body: { type: 'signup', phone: '1' } }],
    ['validation_failed', 400, 'Type provided requires a phone number', { body: { type: 'sms' } }],
    ['validation_failed', 400, 'Type provided requires a phone number', { body: { type: 'sms', email: newEmail() } }],
    ['phone_provider_disabled', 400, 'Unsupported phone provider', { body: { type: 'sms', phone: '1234567890' } }],
    ['captcha_failed', 400, captchaMissing, { on: 'guarded', body: { type: 'signup', email: newEmail() } }],
    [
      'over_email_send_rate_limit',
      429,
      sentTooSoon,
      { prepare: twice('/resend', () => ({ type: 'signup', email: newEmail() })) },
    ],
  ]),
  ...on('POST /verify', [
    ['validation_failed', 400, 'Verify requires a verification type', { body: { token: '123456', email: newEmail() } }],
    ['validation_failed', 400, 'Verify requires either a token or a token hash', { body: { type: 'signup' } }],
    [
      'validation_failed',
      400,
      'Only the token_hash and type should be provided',
      { body: { type: 'signup', token_hash: 'x', email: newEmail() } },
    ],
    [
      'validation_failed',
      400,
      'Only the token_hash and type should be provided',
      { body: { type: 'signup', token_hash: 'x', redirect_to: '/' } },
    ],
    ['validation_failed', 400, 'Invalid email verification type', { body: { type: 'sms', token_hash: 'x' } }],
    [
      'validation_failed',
      400,
      'Only an email address or phone number should be provided on verify',
      { body: { type: 'sms', token: '1' } },
    ],
    ['validation_failed', 400, invalidPhone, { body: { type: 'sms', token: '1', phone: 'none' } }],
    ['validation_failed', 422, 'Invalid email format', { body: { type: 'signup', token: '1', email: 'nobody' } }],
    [
      'otp_expired',
      403,
      'Token has expired or is invalid',
      { body: { type: 'email', token: '123456', email: newEmail() } },
    ],
    ['otp_expired', 403, 'Email link is invalid or has expired', { body: { type: 'email', token_hash: 'x' } }],
  ]),
  ...on('GET /verify', [
    ['validation_failed', 400, 'Verify requires a token or a token hash', { path: '/verify?type=signup' }],
    ['validation_failed', 400, 'Verify requires a verification type', { path: '/verify?token=x' }],
  ]),
]
