import type { Db, Tx } from '../../../db/tables.ts'
import { ssoManaged } from './errors.ts'
import { hasSsoIdentity } from './queries.ts'

/** Address, phone and password of an organisation's people are the organisation's to change. Throws AppError 422. */
export async function requireSelfManaged(db: Db | Tx, userId: string): Promise<void> {
  if (await hasSsoIdentity(db, userId)) throw ssoManaged()
}
