import type { Factor, Provider } from '@supabase/auth-js'
import type { SignUpRole } from '../../shared/accounts/constants.ts'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { normalizeEmail } from '../../shared/accounts/rules.ts'
import { signInMessages } from '../../shared/auth/messages.ts'
import { currentLanguage, PAGE_LANGUAGES } from '../../shared/kernel/language.ts'
import type { AppThunk } from '../api/app-store.ts'
import { loadAuthClient } from './auth-client.ts'
import { type AuthCall, callAuth, type Refusal, refusalOf } from './call-auth.ts'

export interface SignUpForm {
  email: string
  password: string
  displayName: string
  role: SignUpRole
}

/** The refusal's code while the address is not confirmed yet by the code or link that was emailed to it. */
export const UNCONFIRMED = 'email_not_confirmed'

/** The address is the only value that can be malformed. */
const EMAIL_ONLY = { validation_failed: signInMessages.emailInvalid }

/** Signs in with a password. */
export function signIn(email: string, password: string): AuthCall {
  return callAuth(
    (message) => message ?? accountMessages.signInFailed,
    (auth) => auth.signInWithPassword({ email: normalizeEmail(email), password }),
  )
}

/** Creates an account and signs in to it, unless the address has one. Links in emails lead to `returnTo`. */
export function signUp(form: SignUpForm, returnTo: string): AuthCall {
  return async (dispatch) => {
    try {
      const email = normalizeEmail(form.email)
      const known = await dispatch(isKnown(email))
      if (known === undefined) return { text: accountMessages.checkUserFailed, code: undefined, canRetry: true }
      return known ? userExists : await dispatch(createAccount({ ...form, email }, returnTo))
    } catch (error) {
      console.warn(error)
      return { text: accountMessages.signUpUnexpected, code: undefined, canRetry: true }
    }
  }
}

/** The specified status differs from the protocol's. */
const userExists: Refusal = { text: accountMessages.userExists, code: 'user_already_exists', status: 409 }

function createAccount(form: SignUpForm, emailRedirectTo: string): AuthCall {
  return async (dispatch) => {
    const { email, password, displayName, role } = form
    const language = PAGE_LANGUAGES && { language: currentLanguage() }
    const auth = await dispatch(loadAuthClient())
    const { data, error } = await auth.signUp({
      email,
      password,
      options: { data: { display_name: displayName, role, ...language }, emailRedirectTo },
    })
    if (error?.code === userExists.code) return userExists
    if (error) return refusalOf(error, accountMessages.signUpFailed, EMAIL_ONLY)
    // Where addresses must be confirmed, the server returns a decoy user for an address that has an account.
    if (data.user?.identities?.length === 0) return userExists
    if (data.session) return null
    const signedIn = await auth.signInWithPassword({ email, password })
    return signedIn.error && { text: accountMessages.signInAfterSignUpFailed, code: signedIn.error.code }
  }
}

/** Returns whether an address has an account; undefined when the server cannot be reached or refuses. */
function isKnown(email: string): AppThunk<Promise<boolean | undefined>> {
  return async (_dispatch, _getState, { site }) => {
    try {
      const query = new URLSearchParams({ email: `eq.${email}`, select: 'id' })
      const response = await fetch(`/rest/v1/users?${query}`, {
        headers: { apikey: site.apiKey },
        signal: AbortSignal.timeout(10_000),
      })
      const rows: unknown = response.ok ? await response.json() : undefined
      return Array.isArray(rows) ? rows.length > 0 : undefined
    } catch {
      return undefined
    }
  }
}

/** The purpose of an email with a link and a code. */
export type EmailPurpose = 'sign-in' | 'recovery' | 'confirmation'

/** Requests an email whose link leads to `returnTo`. The response does not reveal whether the address has an account. */
export function requestEmail(purpose: EmailPurpose, address: string, returnTo: string): AuthCall {
  const email = normalizeEmail(address)
  return callAuth(signInMessages.emailFailed, (auth) => {
    if (purpose === 'recovery') return auth.resetPasswordForEmail(email, { redirectTo: returnTo })
    const options = { emailRedirectTo: returnTo }
    if (purpose === 'confirmation') return auth.resend({ type: 'signup', email, options })
    return auth.signInWithOtp({ email, options: { ...options, shouldCreateUser: false } })
  })
}

const CODE_TYPES = { 'sign-in': 'email', recovery: 'recovery', confirmation: 'signup' } as const

/** Signs in with the code from an email. */
export function signInWithCode(purpose: EmailPurpose, address: string, code: string): AuthCall {
  const email = normalizeEmail(address)
  return callAuth(signInMessages.codeFailed, (auth) =>
    auth.verifyOtp({ email, token: code, type: CODE_TYPES[purpose] }),
  )
}

/** Redirects to a provider for the sign-in, which redirects to `returnTo`. */
export function signInAtProvider(provider: string, returnTo: string): AuthCall {
  return callAuth(signInMessages.providerFailed, (auth) =>
    // Operators choose the names of their providers.
    auth.signInWithOAuth({ provider: provider as Provider, options: { redirectTo: returnTo } }),
  )
}

type FactorId = Pick<Factor, 'id'>

/** Requests a code by text message; `onSent` gets the id of its challenge. */
export function requestPhoneCode({ id }: FactorId, onSent: (challengeId: string) => void): AuthCall {
  return callAuth(signInMessages.codeFailed, async (auth) => {
    const { data, error } = await auth.mfa.challenge({ factorId: id, channel: 'sms' })
    if (data) onSent(data.id)
    return { error }
  })
}

/** Checks a code of an authenticator app, or with `challengeId` of a text message; on success the session is `aal2`. */
export function checkFactorCode({ id }: FactorId, code: string, challengeId?: string): AuthCall {
  return callAuth(signInMessages.codeFailed, (auth) =>
    challengeId === undefined
      ? auth.mfa.challengeAndVerify({ factorId: id, code })
      : auth.mfa.verify({ factorId: id, challengeId, code }),
  )
}

/** Cancels a sign-in before its second step. Rejects when the sign-in client cannot be loaded. */
export function cancelSignIn(): AppThunk<Promise<void>> {
  return async (_dispatch, _getState, { authClient }) => {
    const auth = await authClient.load()
    await auth.signOut({ scope: 'local' })
  }
}
