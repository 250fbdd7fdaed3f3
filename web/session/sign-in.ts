import type { Provider } from '@supabase/auth-js'
import type { SignUpRole } from '../../shared/account/constants.ts'
import { accountMessages } from '../../shared/account/messages.ts'
import { normalizeEmail } from '../../shared/account/rules.ts'
import { securityMessages } from '../../shared/account/security-messages.ts'
import { readPageState } from '../api/site.ts'
import { askAuth, type Refusal, saidByServer } from './ask-auth.ts'
import { loadAuthClient } from './auth-client.ts'

// Each of these answers what went wrong, null when it worked, and never throws.

export interface SignUpForm {
  email: string
  password: string
  displayName: string
  role: SignUpRole
}

/** The code of a refusal while the address is still to be confirmed, with a code or link that was mailed to it. */
export const UNCONFIRMED = 'email_not_confirmed'

/** Signs in with a password. */
export function signIn(email: string, password: string): Promise<Refusal | null> {
  return askAuth(accountMessages.signInFailed, (auth) =>
    auth.signInWithPassword({ email: normalizeEmail(email), password }),
  )
}

/** Makes an account and signs in to it, unless the address has one. Links in mails lead to `returnTo`. */
export async function signUp(form: SignUpForm, returnTo: string): Promise<Refusal | null> {
  try {
    const email = normalizeEmail(form.email)
    const known = await isKnown(email)
    if (known === undefined) return { text: accountMessages.checkUserFailed, code: undefined }
    return known ? userExists : await makeAccount({ ...form, email }, returnTo)
  } catch (error) {
    console.warn(error)
    return { text: accountMessages.signUpUnexpected, code: undefined }
  }
}

const userExists: Refusal = { text: accountMessages.userExists, code: 'user_already_exists' }

async function makeAccount(form: SignUpForm, emailRedirectTo: string): Promise<Refusal | null> {
  const { email, password, displayName, role } = form
  const auth = await loadAuthClient()
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { display_name: displayName, role }, emailRedirectTo },
  })
  if (error?.code === userExists.code) return userExists
  if (error) return { text: saidByServer(error, accountMessages.signUpFailed), code: error.code }
  // Where addresses are confirmed first, a taken one is answered with a made-up person.
  if (data.user?.identities?.length === 0) return userExists
  if (data.session) return null
  const signedIn = await auth.signInWithPassword({ email, password })
  return signedIn.error && { text: accountMessages.signInAfterSignUpFailed, code: signedIn.error.code }
}

/** Whether an address has an account; undefined when that could not be found out. */
async function isKnown(email: string): Promise<boolean | undefined> {
  try {
    const query = new URLSearchParams({ email: `eq.${email}`, select: 'id' })
    const answer = await fetch(`/rest/v1/users?${query}`, { headers: { apikey: readPageState().site.apiKey } })
    const rows: unknown = answer.ok ? await answer.json() : undefined
    return Array.isArray(rows) ? rows.length > 0 : undefined
  } catch {
    return undefined
  }
}

/** What a mail with a link and a code is for. */
export type MailPurpose = 'sign-in' | 'recovery' | 'confirmation'

/** Has a mail sent; nothing is said about whether the address has an account. Its link leads to `returnTo`. */
export function requestMail(purpose: MailPurpose, address: string, returnTo: string): Promise<Refusal | null> {
  const email = normalizeEmail(address)
  return askAuth(securityMessages.mailFailed, (auth) => {
    if (purpose === 'recovery') return auth.resetPasswordForEmail(email, { redirectTo: returnTo })
    const options = { emailRedirectTo: returnTo }
    if (purpose === 'confirmation') return auth.resend({ type: 'signup', email, options })
    return auth.signInWithOtp({ email, options: { ...options, shouldCreateUser: false } })
  })
}

const CODE_TYPES = { 'sign-in': 'email', recovery: 'recovery', confirmation: 'signup' } as const

/** Signs in with the code of such a mail. */
export function signInWithCode(purpose: MailPurpose, address: string, code: string): Promise<Refusal | null> {
  const email = normalizeEmail(address)
  return askAuth(securityMessages.codeFailed, (auth) =>
    auth.verifyOtp({ email, token: code, type: CODE_TYPES[purpose] }),
  )
}

/** Leaves for a provider, where the person signs in; it sends them back to `returnTo`. */
export function signInAtProvider(provider: string, returnTo: string): Promise<Refusal | null> {
  return askAuth(securityMessages.providerFailed, (auth) =>
    // Operators name their providers themselves.
    auth.signInWithOAuth({ provider: provider as Provider, options: { redirectTo: returnTo } }),
  )
}
