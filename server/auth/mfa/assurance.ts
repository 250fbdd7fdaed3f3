import type { Db, Tx } from '../../../db/tables.ts'
import type { Caller } from '../../platform/guards.ts'
import { changeNeedsSecondFactor } from './errors.ts'
import { hasVerifiedFactor } from './queries.ts'

/**
 * For changes of how a person signs in: who has a second factor must have used it in this session. Throws AppError 401.
 */
export async function requireOwnAssurance(db: Db | Tx, caller: Pick<Caller, 'user_id' | 'aal'>): Promise<void> {
  if (caller.aal === 'aal1' && (await hasVerifiedFactor(db, caller.user_id))) throw changeNeedsSecondFactor()
}
