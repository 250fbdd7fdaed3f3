import type { Factor } from '@supabase/auth-js'
import { securityMessages } from '../../shared/account/security-messages.ts'
import { askAuth, type Refusal } from './ask-auth.ts'
import { loadAuthClient } from './auth-client.ts'

// Each of these answers what went wrong, null when it worked, and never throws.

type FactorId = Pick<Factor, 'id'>

/** Has a code sent to a phone; `onSent` gets the id that the code is checked with. */
export function requestPhoneCode({ id }: FactorId, onSent: (challengeId: string) => void): Promise<Refusal | null> {
  return askAuth(securityMessages.codeFailed, async (auth) => {
    const { data, error } = await auth.mfa.challenge({ factorId: id, channel: 'sms' })
    if (data) onSent(data.id)
    return { error }
  })
}

/** Checks a code of an authenticator app, or with `challengeId` of a text message; the session then counts as signed in by both steps. */
export function checkFactorCode({ id }: FactorId, code: string, challengeId?: string): Promise<Refusal | null> {
  return askAuth(securityMessages.codeFailed, (auth) =>
    challengeId === undefined
      ? auth.mfa.challengeAndVerify({ factorId: id, code })
      : auth.mfa.verify({ factorId: id, challengeId, code }),
  )
}

/** Gives up between the two steps. */
export async function leaveHalfWay(): Promise<void> {
  const auth = await loadAuthClient()
  await auth.signOut({ scope: 'local' })
}
