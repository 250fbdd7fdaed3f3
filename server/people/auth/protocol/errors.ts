import { MAX_PASSWORD_LENGTH } from '../../../../shared/auth/constants.ts'
import type { WeakPassword } from '../../../../shared/auth/schema.ts'
import { AppError, AuthenticationFailed } from '../../../platform/http/errors.ts'

// Codes and texts of the sign-in protocol: its clients decide by the code and show the text.

// Authentication of the caller.
export const noAuthorization = () =>
  new AuthenticationFailed(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
export const badJwt = (message: string, status = 403) => new AuthenticationFailed(status, 'bad_jwt', message)
export const userNotFound = () =>
  new AuthenticationFailed(403, 'user_not_found', 'User from sub claim in JWT does not exist')
export const userBanned = () => new AuthenticationFailed(403, 'user_banned', 'User is banned')
export const sessionNotFound = () =>
  new AuthenticationFailed(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

/** Rendered as `{message}` alone, before anything else is checked. */
export class ApiKeyRefused extends AppError {
  constructor(message: 'No API key found in request' | 'Invalid API key') {
    super(401, 'invalid_api_key', message)
  }
}

// Sign-up.
export const anonymousDisabled = () =>
  new AppError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
export const phoneSignUpDisabled = () => new AppError(400, 'phone_provider_disabled', 'Phone signups are disabled')
export const userAlreadyExists = () => new AppError(422, 'user_already_exists', 'User already registered')

export const passwordFaultTexts = {
  tooShort: (length: number) => `Password should be at least ${length} characters.`,
  tooLong: `Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters.`,
  common: 'Password is known to be weak and easy to guess, please choose a different one.',
}
export const weakPassword = ({ message, reasons }: WeakPassword) =>
  new AppError(422, 'weak_password', message, { details: { weak_password: { reasons } } })

export const signUpDisabled = () => new AppError(422, 'signup_disabled', 'Signups not allowed for this instance')
export const captchaFailed = (reason: string) =>
  new AppError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)

// Codes and links.
export const sentTooSoon = (channel: 'email' | 'sms', seconds: number) =>
  new AppError(
    429,
    `over_${channel}_send_rate_limit`,
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  )
/** Refuses a message beyond the limit for all users in total. */
export const sentTooMany = (channel: 'email' | 'sms', seconds: number) =>
  new AppError(429, `over_${channel}_send_rate_limit`, `${channel === 'email' ? 'email' : 'SMS'} rate limit exceeded`, {
    headers: { 'retry-after': String(seconds) },
  })
export const codeExpired = () => new AppError(403, 'otp_expired', 'Token has expired or is invalid')
export const linkIncomplete = () => new AppError(400, 'otp_expired', 'Email link is incomplete')
export const linkExpired = () => new AppError(403, 'otp_expired', 'Email link is invalid or has expired')
export const verifyEmailFirst = () => new AppError(422, 'email_not_confirmed', 'Please verify your email first.')
export const verifyPhoneFirst = () => new AppError(422, 'phone_not_confirmed', 'Please verify your phone first.')

// Tokens.
export const unsupportedGrant = () => new AppError(400, 'invalid_credentials', 'unsupported_grant_type')
export const web3Disabled = () => new AppError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
export const invalidCredentials = () => new AppError(400, 'invalid_credentials', 'Invalid login credentials')
export const signInBanned = () => new AppError(400, 'user_banned', 'User is banned')
export const emailNotConfirmed = () => new AppError(400, 'email_not_confirmed', 'Email not confirmed')
export const phoneNotConfirmed = () => new AppError(400, 'phone_not_confirmed', 'Phone not confirmed')
export const phoneSignInDisabled = () => new AppError(422, 'phone_provider_disabled', 'Phone logins are disabled')
export const refreshTokenNotFound = () =>
  new AppError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
export const refreshBanned = () => new AppError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
export const refreshTokenAlreadyUsed = () =>
  new AppError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
export const tooManyRefreshes = (cause: unknown) =>
  new AppError(409, 'conflict', 'Too many concurrent token refresh requests on the same session or refresh token', {
    cause,
  })

// PKCE flows.
export const flowStateNotFound = () =>
  new AppError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
export const flowStateExpired = () =>
  new AppError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
export const badCodeVerifier = () =>
  new AppError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')

// Changes to the account.
export const notAdmin = () => new AppError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
export const samePassword = () =>
  new AppError(422, 'same_password', 'New password should be different from the old password.')
export const reauthenticationNeeded = () =>
  new AppError(400, 'reauthentication_needed', 'Password update requires reauthentication')
export const reauthenticationNotValid = () =>
  new AppError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
export const smsProviderMissing = () =>
  new AppError(422, 'sms_provider', 'There is no provider that sends text messages')
export const phoneUnsupported = () => new AppError(400, 'phone_provider_disabled', 'Unsupported phone provider')

/** A fault of an ID token, rendered in a form of its own: `{error, error_description}`. */
export class IdTokenRefused extends AppError {
  readonly error: string

  constructor(error: 'invalid request' | 'invalid nonce', description: string) {
    super(400, 'validation_failed', description)
    this.error = error
  }
}
