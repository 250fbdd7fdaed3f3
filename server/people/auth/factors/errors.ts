import { AppError } from '../../../platform/http/errors.ts'
import { validationFailed } from '../../accounts/errors.ts'

export const guestsHaveNoFactors = () =>
  new AppError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')

// Enrollment.
export const unknownFactorType = () => validationFailed('factor_type needs to be totp, phone, or webauthn')
export const phoneMissing = () => validationFailed('Phone number required to enroll Phone factor')
export const nameTaken = (name: string) =>
  new AppError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )
export const phoneAlreadyVerified = () =>
  new AppError(
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  )
export const tooManyVerifiedFactors = () =>
  new AppError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue')
export const tooManyUnverifiedFactors = () =>
  new AppError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of enrolled factors reached, unenroll to continue')
export const enrollNotEnabled = (type: 'totp' | 'phone' | 'webauthn') =>
  new AppError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${factorTypeNames[type]}`)
export const verifyNotEnabled = (type: 'totp' | 'phone') =>
  new AppError(422, `mfa_${type}_verify_not_enabled`, `MFA verification is disabled for ${factorTypeNames[type]}`)

const factorTypeNames = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }

// Assurance.
export const enrollNeedsSecondFactor = () =>
  new AppError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
export const removalNeedsSecondFactor = () =>
  new AppError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
export const cartNeedsSecondFactor = () =>
  new AppError(403, 'insufficient_aal', 'AAL2 session is required to change the cart when MFA is enabled.')
export const changeNeedsSecondFactor = () =>
  new AppError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.')

// A factor and its challenges.
export const factorIdMalformed = () => new AppError(404, 'validation_failed', 'factor_id must be an UUID')
export const factorNotFound = () => new AppError(404, 'mfa_factor_not_found', 'Factor not found')
export const channelUnknown = () => validationFailed('Invalid channel, supported values are sms or whatsapp.')
export const codeMissing = () => validationFailed('Code needs to be non-empty')
export const challengeNotFound = () =>
  new AppError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
export const challengeElsewhere = () =>
  new AppError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
export const challengeExpired = (id: string) =>
  new AppError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  )
export const wrongFactorCode = (type: 'totp' | 'phone') =>
  new AppError(
    422,
    'mfa_verification_failed',
    type === 'totp' ? 'Invalid TOTP code entered' : 'Invalid MFA Phone code entered',
  )
