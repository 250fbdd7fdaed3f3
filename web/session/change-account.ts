import type { Factor, GoTrueClient, Provider, UserIdentity } from '@supabase/auth-js'
import { normalizeEmail } from '../../shared/account/rules.ts'
import { securityMessages } from '../../shared/account/security-messages.ts'
import { returnAddress } from './arrive-by-link.ts'
import { askAuth, type Refusal } from './ask-auth.ts'

// What people change about how they sign in. Each answers what went wrong, null when it worked, and never throws.

/** Sets a new password; `nonce` is the mailed code that an old session needs. All other sessions end. */
export function changePassword(password: string, nonce?: string): Promise<Refusal | null> {
  return askAuth(securityMessages.noAnswer, (auth) => auth.updateUser({ password, ...(nonce && { nonce }) }))
}

/** Has the code mailed that `changePassword` needs in an old session. */
export function requestReauthentication(): Promise<Refusal | null> {
  return askAuth(securityMessages.mailFailed, (auth) => auth.reauthenticate())
}

/** Asks for a new e-mail address; it holds once the mailed links were followed. */
export function changeEmail(email: string, from: string): Promise<Refusal | null> {
  return askAuth(securityMessages.emailChangeFailed, (auth) =>
    auth.updateUser({ email: normalizeEmail(email) }, { emailRedirectTo: returnAddress('email-changed', { from }) }),
  )
}

/** What an authenticator app must know. */
export interface NewAuthenticator {
  id: string
  /** The address of a picture. */
  qr_code: string
  secret: string
}

/** Begins to add an authenticator app; it counts once a code of it was checked. What was begun before is given up. */
export function beginAuthenticator(
  friendlyName: string,
  onBegun: (begun: NewAuthenticator) => void,
): Promise<Refusal | null> {
  return askAuth(securityMessages.factorFailed, async (auth) => {
    await removeUnfinished(auth, 'totp')
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
    if (data) onBegun({ id: data.id, qr_code: data.totp.qr_code, secret: data.totp.secret })
    return { error }
  })
}

/** Begins to add a phone; it counts once a code sent to it was checked. */
export function beginPhone(
  phone: string,
  friendlyName: string,
  onBegun: (factor: { id: string }) => void,
): Promise<Refusal | null> {
  return askAuth(securityMessages.factorFailed, async (auth) => {
    await removeUnfinished(auth, 'phone')
    const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
    if (data) onBegun({ id: data.id })
    return { error }
  })
}

async function removeUnfinished(auth: GoTrueClient, type: Factor['factor_type']): Promise<void> {
  const { data } = await auth.mfa.listFactors()
  const unfinished = data?.all.filter(({ factor_type, status }) => factor_type === type && status === 'unverified')
  for (const { id } of unfinished ?? []) await auth.mfa.unenroll({ factorId: id })
}

/** Takes a second sign-in step away. */
export function removeFactor({ id }: Pick<Factor, 'id'>): Promise<Refusal | null> {
  return askAuth(securityMessages.factorFailed, async (auth) => {
    const { error } = await auth.mfa.unenroll({ factorId: id })
    // The token still speaks of the step that is gone.
    return error ? { error } : auth.refreshSession()
  })
}

/** Signs the account out everywhere but here. */
export function signOutOthers(): Promise<Refusal | null> {
  return askAuth(securityMessages.signOutOthersFailed, (auth) => auth.signOut({ scope: 'others' }))
}

/** Leaves for a provider, to sign in with its account, too, from then on. */
export function linkProvider(provider: string, from: string): Promise<Refusal | null> {
  const options = { redirectTo: returnAddress('identity-linked', { from }) }
  return askAuth(securityMessages.identityFailed, (auth) =>
    auth.linkIdentity({ provider: provider as Provider, options }),
  )
}

/** The account of the provider no longer signs in here. */
export function unlinkProvider(identity: UserIdentity): Promise<Refusal | null> {
  return askAuth(securityMessages.identityFailed, async (auth) => {
    const { error } = await auth.unlinkIdentity(identity)
    return error ? { error } : auth.refreshSession()
  })
}
