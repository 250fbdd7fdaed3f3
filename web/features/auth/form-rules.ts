import type { Refusal } from '../../session/call-auth.ts'
import type { Problem } from '../../ui/form/use-checked-form.ts'
import { loadCode } from '../../ui/load-code.ts'

/** The fields to correct, by the code of a refusal. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  invalid_credentials: ['email', 'password'],
  user_already_exists: ['email'],
  email_exists: ['email'],
  phone_exists: ['phone'],
  weak_password: ['password'],
  same_password: ['password'],
  setup_token_wrong: ['token'],
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

const loadAccounts = () => loadCode(() => import('../../../shared/accounts/form-schema.ts'), true)
const loadAuth = () => loadCode(() => import('../../../shared/auth/form-schema.ts'), true)

// The rules of the account forms, loaded when a form is first used.

export const signInRules = async () => (await loadAuth()).signInFormSchema
export const emailRules = async () => (await loadAccounts()).emailFormSchema
export const codeRules = async () => (await loadAuth()).codeFormSchema
export const displayNameRules = async () => (await loadAccounts()).displayNameFormSchema
export const authenticatorRules = async () => (await loadAuth()).authenticatorFormSchema
export const phoneRules = async () => (await loadAuth()).phoneFormSchema

/** Returns the rules for sign-up where passwords have at least `minLength` characters. */
export const signUpRules = (minLength: number) => async () => (await loadAuth()).signUpFormSchema(minLength)
/** Returns the rules for the first admin where passwords have at least `minLength` characters. */
export const setupRules = (minLength: number) => async () => (await loadAuth()).setupFormSchema(minLength)
/** Returns the rules for accepting an invitation where passwords have at least `minLength` characters. */
export const invitationRules = (minLength: number) => async () => (await loadAuth()).invitationFormSchema(minLength)
/** Returns the rules for a new password of at least `minLength` characters. */
export const passwordRules = (minLength: number) => async () => (await loadAuth()).passwordFormSchema(minLength)
