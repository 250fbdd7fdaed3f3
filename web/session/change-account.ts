import type { Factor, GoTrueClient, Provider, UserIdentity } from '@supabase/auth-js'
import { normalizeEmail } from '../../shared/accounts/rules.ts'
import { signInMessages } from '../../shared/auth/messages.ts'
import { securityMessages } from '../../shared/auth/security-messages.ts'
import { returnAddress } from './auth-link.ts'
import { type AuthCall, callAuth } from './call-auth.ts'

/** Sets a new password, which ends all other sessions; `nonce` is the emailed code that an old session needs. */
export function changePassword(password: string, nonce?: string): AuthCall {
  return callAuth(
    (message) => message ?? signInMessages.unreachable,
    (auth) => auth.updateUser({ password, ...(nonce && { nonce }) }),
  )
}

/** Requests the email with the code that `changePassword` needs in an old session. */
export function requestReauthentication(): AuthCall {
  return callAuth(signInMessages.emailFailed, (auth) => auth.reauthenticate())
}

/** Requests a new email address, which becomes valid once the emailed links are followed. */
export function changeEmail(email: string, from: string): AuthCall {
  return callAuth(
    securityMessages.emailChangeFailed,
    (auth) =>
      auth.updateUser({ email: normalizeEmail(email) }, { emailRedirectTo: returnAddress('email-changed', { from }) }),
    { validation_failed: signInMessages.emailInvalid },
  )
}

/** The setup data for an authenticator app. */
export interface NewAuthenticator {
  id: string
  /** The address of a picture. */
  qr_code: string
  secret: string
}

/** Starts adding an authenticator app, which takes effect once one of its codes is checked. Replaces an unfinished one. */
export function beginAuthenticator(friendlyName: string, onBegun: (begun: NewAuthenticator) => void): AuthCall {
  return callAuth(securityMessages.factorFailed, async (auth) => {
    await removeUnfinished(auth, 'totp')
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
    if (data) onBegun({ id: data.id, qr_code: data.totp.qr_code, secret: data.totp.secret })
    return { error }
  })
}

/** Starts adding a phone, which takes effect once a code sent to it is checked. Replaces an unfinished one. */
export function beginPhone(phone: string, friendlyName: string, onBegun: (factor: { id: string }) => void): AuthCall {
  return callAuth(
    securityMessages.factorFailed,
    async (auth) => {
      await removeUnfinished(auth, 'phone')
      const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
      if (data) onBegun({ id: data.id })
      return { error }
    },
    { validation_failed: securityMessages.phoneInvalid },
  )
}

async function removeUnfinished(auth: GoTrueClient, type: Factor['factor_type']): Promise<void> {
  const { data } = await auth.mfa.listFactors()
  const unfinished = data?.all.filter(({ factor_type, status }) => factor_type === type && status === 'unverified')
  for (const { id } of unfinished ?? []) await auth.mfa.unenroll({ factorId: id })
}

export function removeFactor({ id }: Pick<Factor, 'id'>): AuthCall {
  return callAuth(securityMessages.factorFailed, async (auth) => {
    const { error } = await auth.mfa.unenroll({ factorId: id })
    // The token still contains the removed factor.
    return error ? { error } : auth.refreshSession()
  })
}

/** Signs the account out everywhere else. */
export function signOutOthers(): AuthCall {
  return callAuth(securityMessages.signOutOthersFailed, (auth) => auth.signOut({ scope: 'others' }))
}

/** Redirects to a provider to link its account as another way to sign in. */
export function linkProvider(provider: string, from: string): AuthCall {
  const options = { redirectTo: returnAddress('identity-linked', { from }) }
  return callAuth(securityMessages.identityFailed, (auth) =>
    auth.linkIdentity({ provider: provider as Provider, options }),
  )
}

/** Unlinks a provider's account, which can then no longer be used to sign in. */
export function unlinkProvider(identity: UserIdentity): AuthCall {
  return callAuth(securityMessages.identityFailed, async (auth) => {
    const { error } = await auth.unlinkIdentity(identity)
    return error ? { error } : auth.refreshSession()
  })
}
