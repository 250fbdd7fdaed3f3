import type { Factor } from '@supabase/auth-js'
import { signInMessages } from '../../shared/auth/messages.ts'
import type { AppThunk } from '../api/app-store.ts'
import { callAuth, type Refusal } from './call-auth.ts'

// Each of these returns why it failed, null on success, and never rejects.

type FactorId = Pick<Factor, 'id'>

/** Requests a code by text message; `onSent` gets the id that the code is checked with. */
export function requestPhoneCode(
  { id }: FactorId,
  onSent: (challengeId: string) => void,
): AppThunk<Promise<Refusal | null>> {
  return callAuth(signInMessages.codeFailed, async (auth) => {
    const { data, error } = await auth.mfa.challenge({ factorId: id, channel: 'sms' })
    if (data) onSent(data.id)
    return { error }
  })
}

/** Checks a code of an authenticator app, or with `challengeId` of a text message; on success the session is `aal2`. */
export function checkFactorCode(
  { id }: FactorId,
  code: string,
  challengeId?: string,
): AppThunk<Promise<Refusal | null>> {
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
