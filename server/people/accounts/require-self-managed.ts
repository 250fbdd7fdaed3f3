import type { Db, Tx } from '../../../db/tables.ts'
import { ssoManaged } from './errors.ts'
import { hasSsoIdentity } from './identity-queries.ts'

/** Throws AppError 422 when an organization manages the account, which then alone changes address, phone and password. */
export async function requireSelfManaged(db: Db | Tx, userId: string): Promise<void> {
  if (await hasSsoIdentity(db, userId)) throw ssoManaged()
}
