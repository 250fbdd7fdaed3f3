import type { AuthError } from '@supabase/auth-js'
import type { SignUpRole } from '../../shared/account/constants.ts'
import { accountMessages } from '../../shared/account/messages.ts'
import { normalizeEmail } from '../../shared/account/rules.ts'
import { readPageState } from '../api/site.ts'
import { loadAuthClient } from './auth-client.ts'

export interface SignUpForm {
  email: string
  password: string
  displayName: string
  role: SignUpRole
}

/** Signs in with a password. Answers what went wrong in words for the person, null when it worked. Never throws. */
export async function signIn(email: string, password: string): Promise<string | null> {
  try {
    const auth = await loadAuthClient()
    const { error } = await auth.signInWithPassword({ email: normalizeEmail(email), password })
    return error && saidByServer(error, accountMessages.signInFailed)
  } catch (error) {
    console.warn(error)
    return accountMessages.signInFailed
  }
}

/**
 * Makes an account and signs in to it, unless the address has one. Answers what went wrong in words for the person, null
 * when it worked. Never throws.
 */
export async function signUp(form: SignUpForm): Promise<string | null> {
  try {
    const email = normalizeEmail(form.email)
    const known = await isKnown(email)
    if (known === undefined) return accountMessages.checkUserFailed
    if (known) return accountMessages.userExists
    return await makeAccount({ ...form, email })
  } catch (error) {
    console.warn(error)
    return accountMessages.signUpUnexpected
  }
}

async function makeAccount({ email, password, displayName, role }: SignUpForm): Promise<string | null> {
  const auth = await loadAuthClient()
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { display_name: displayName, role } },
  })
  if (error?.code === 'user_already_exists') return accountMessages.userExists
  if (error) return saidByServer(error, accountMessages.signUpFailed)
  // Where addresses are confirmed first, a taken one is answered with a made-up person.
  if (data.user?.identities?.length === 0) return accountMessages.userExists
  if (data.session) return null
  const signedIn = await auth.signInWithPassword({ email, password })
  return signedIn.error && accountMessages.signInAfterSignUpFailed
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

/** The server's own words; without an answer of the server, `otherwise`. */
function saidByServer(error: AuthError, otherwise: string): string {
  return error.status ? error.message : otherwise
}
