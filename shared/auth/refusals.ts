import { accountMessages } from '../accounts/messages.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'
import { signInMessages } from './messages.ts'

/** User-facing texts for refusals of the sign-in protocol, whose own texts are for programs. */
export const authRefusals = defineMessages('authRefusal', {
  over_request_rate_limit: 'Too many attempts. Please try again later.',
  validation_failed: 'Please check what you entered.',
  captcha_failed: "We couldn't confirm that you are human. Please try again.",
  request_entity_too_large: 'This is too much text.',

  invalid_credentials: 'Invalid login credentials',
  phone_provider_disabled: "You can't use a phone number here.",
  sms_provider: "Text messages can't be sent. Please use your email address.",
  email_not_confirmed: 'Please confirm your email address first.',
  phone_not_confirmed: 'Please confirm your phone number first.',
  weak_password: 'This password is too short.',

  over_email_send_rate_limit: 'Please wait a moment before you request another email.',
  over_sms_send_rate_limit: 'Please wait a moment before you request another text message.',

  email_exists: 'This email address is already in use.',
  phone_exists: 'This phone number is already in use.',
  same_password: 'New password should be different from the old password.',
  reauthentication_needed: 'Please confirm with a code that it is you.',
  user_sso_managed: 'Your organization manages this account. Please make this change there.',

  mfa_ip_address_mismatch: 'Your network has changed. Please request a new code.',
  mfa_factor_not_found: 'This verification method no longer exists.',
  mfa_factor_name_conflict: 'You already have a verification method with this name. Please choose another name.',
  mfa_verified_factor_exists: 'You have already added a phone. Remove it before you add another one.',
  too_many_enrolled_mfa_factors: "You can't add any more verification methods. Remove one first.",
  mfa_totp_enroll_not_enabled: "Authenticator apps can't be added here.",
  mfa_phone_enroll_not_enabled: "Phones can't be added here.",
  mfa_totp_verify_not_enabled: "Authenticator apps can't be used here.",
  mfa_phone_verify_not_enabled: "Phones can't be used here.",

  identity_not_found: 'This account is no longer linked.',
  single_identity_not_deletable: "This is your only way to sign in, so it can't be unlinked.",
  email_conflict_identity_not_deletable: "Another account uses the same email address, so this can't be unlinked.",
  manual_linking_disabled: "Accounts can't be linked here.",

  // Refusals of a link, or of a provider's redirect.
  sso_provider_not_found: 'There is no sign-in for this organization here.',
  provider_disabled: "You can't sign in with this provider here.",
})

/** Refusals whose text is in another catalog. */
export const sharedRefusals: Readonly<Record<string, () => string>> = {
  busy: () => commonErrors.busy.text,
  storage_full: () => commonErrors.storage_full.text,
  user_already_exists: () => accountMessages.userExists,
  signup_disabled: () => signInMessages.signUpDisabled,
  user_banned: () => signInMessages.banned,
  otp_expired: () => signInMessages.codeWrong,
  reauthentication_not_valid: () => signInMessages.codeWrong,
  bad_jwt: () => signInMessages.sessionEnded,
  no_authorization: () => signInMessages.sessionEnded,
  session_not_found: () => signInMessages.sessionEnded,
  user_not_found: () => signInMessages.sessionEnded,
  refresh_token_not_found: () => signInMessages.sessionEnded,
  refresh_token_already_used: () => signInMessages.sessionEnded,
  insufficient_aal: () => commonErrors.insufficient_aal.text,
  mfa_verification_failed: () => signInMessages.codeWrong,
  mfa_challenge_expired: () => signInMessages.codeWrong,
  identity_already_exists: () => signInMessages.identityTaken,
  flow_state_not_found: () => signInMessages.linkExpired,
  flow_state_expired: () => signInMessages.linkExpired,
  flow_state_already_used: () => signInMessages.linkExpired,
  bad_code_verifier: () => signInMessages.linkElsewhere,
  bad_oauth_state: () => signInMessages.linkExpired,
  bad_oauth_callback: () => signInMessages.linkExpired,
  access_denied: () => signInMessages.providerCancelled,
  provider_unavailable: () => signInMessages.providerFailed,
  provider_email_needs_verification: () => signInMessages.providerEmailUnverified,
  email_address_not_provided: () => signInMessages.providerEmailMissing,
}

/** Texts by the protocol's code. */
export type RefusalTexts = Readonly<Record<string, string>>

/** Returns the text of a code, preferring `texts` to the usual ones; undefined for an unknown code. */
export function authRefusalText(code: string, texts: RefusalTexts = {}, reasons?: unknown): string | undefined {
  if (code === 'weak_password' && Array.isArray(reasons) && reasons.includes('pwned'))
    return signInMessages.passwordTooCommon
  const own: RefusalTexts | undefined = [texts, authRefusals].find((known) => Object.hasOwn(known, code))
  if (own) return own[code]
  return Object.hasOwn(sharedRefusals, code) ? sharedRefusals[code]?.() : undefined
}
