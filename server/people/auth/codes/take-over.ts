import type { Tx } from '../../../../db/tables.ts'
import { cancelChange, changeAddresses, NO_PHONE } from '../../accounts/address-queries.ts'
import { deleteIdentities } from '../../accounts/identity-queries.ts'
import { deleteFactors } from '../protocol/user-queries.ts'
import { forgetNetworks } from '../sessions/queries.ts'
import { endAllSessions } from './end-sessions.ts'
import { voidCodes } from './queries.ts'

/**
 * Gives an account whose address was never proved to the owner of the address, as anyone may have signed up with it: removes
 * every way to sign in to it. Returns the ids of the sessions that ended.
 */
export async function takeOver(tx: Tx, userId: string, now: Date): Promise<string[]> {
  await changeAddresses(tx, userId, {
    email_confirmed_at: now,
    email_verified_at: now,
    password_hash: null,
    ...NO_PHONE,
  })
  // A code for a change that was requested before could be sent again, to an address of the earlier owner.
  await cancelChange(tx, userId)
  await deleteIdentities(tx, userId)
  await deleteFactors(tx, userId)
  await voidCodes(tx, userId)
  // From there the owner's next password could be guessed without being slowed down.
  await forgetNetworks(tx, userId)
  return endAllSessions(tx, userId)
}
