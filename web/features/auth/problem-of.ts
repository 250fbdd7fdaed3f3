import type { Refusal } from '../../session/call-auth.ts'
import type { Problem } from '../../ui/form/use-checked-form.ts'

/** The fields to correct, by the code of a refusal. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  invalid_credentials: ['email', 'password'],
  user_already_exists: ['email'],
  email_exists: ['email'],
  phone_exists: ['phone'],
  weak_password: ['password'],
  same_password: ['password'],
  otp_expired: ['code'],
  reauthentication_not_valid: ['code'],
  mfa_verification_failed: ['code'],
  mfa_challenge_expired: ['code'],
  mfa_factor_name_conflict: ['friendly_name'],
}

/** Returns a refusal for a form, with the fields that it is about; null for none. */
export function problemOf(refusal: Refusal | null, text = refusal?.text ?? ''): Problem | null {
  return refusal && { text, fields: FIELDS[refusal.code ?? ''] ?? [], canRetry: refusal.canRetry === true }
}
