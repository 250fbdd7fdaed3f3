import type { Tx } from '../../../../db/tables.ts'
import { deleteIdentities } from '../../accounts/identity-queries.ts'
import { NO_CHANGE, NO_PHONE, updateUser } from '../../accounts/queries.ts'
import { deleteFactors } from '../protocol/user-queries.ts'
import { deleteSessions, forgetNetworks, type SessionScope } from '../sessions/queries.ts'
import { voidCodes } from './code-queries.ts'
import { deleteFlows } from './flow-queries.ts'

/**
 * Gives an account whose address was never proved to the owner of the address, as anyone may have signed up with it: removes
 * every way to sign in to it. Returns the ids of the sessions that ended.
 */
export async function takeOver(tx: Tx, userId: string, now: Date): Promise<string[]> {
  await updateUser(tx, userId, {
    email_confirmed_at: now,
    email_verified_at: now,
    password_hash: null,
    ...NO_PHONE,
    // The code of an earlier change of address could be resent, to an address of the earlier owner.
    ...NO_CHANGE,
  })
  await deleteIdentities(tx, userId)
  await deleteFactors(tx, userId)
  await voidCodes(tx, userId)
  // Known networks are exempt from the limit on guesses, and these are the stranger's.
  await forgetNetworks(tx, userId)
  return endAllSessions(tx, userId)
}

/** Ends the sessions of an account that a scope names, with their open flows; returns the ids of those ended. */
export async function endSessions(tx: Tx, userId: string, scope: SessionScope): Promise<string[]> {
  if (scope.scope !== 'local') await deleteFlows(tx, userId)
  return deleteSessions(tx, userId, scope)
}

/** Ends all sessions of an account; returns their ids. */
export function endAllSessions(tx: Tx, userId: string): Promise<string[]> {
  return endSessions(tx, userId, { scope: 'global' })
}
