import type { Tx } from '../../../../db/tables.ts'
import { deleteSessions, type SessionScope } from '../sessions/queries.ts'
import { deleteFlows } from './queries.ts'

/** Ends the sessions of an account that a scope names, with their open flows; returns the ids of those ended. */
export async function endSessions(tx: Tx, userId: string, scope: SessionScope): Promise<string[]> {
  if (scope.scope !== 'local') await deleteFlows(tx, userId)
  return deleteSessions(tx, userId, scope)
}

/** Ends all sessions of an account; returns their ids. */
export function endAllSessions(tx: Tx, userId: string): Promise<string[]> {
  return endSessions(tx, userId, { scope: 'global' })
}
