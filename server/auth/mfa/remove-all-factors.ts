import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { findAccount } from '../codes/queries.ts'
import { requireEmail } from '../email.ts'
import { deleteSessions } from '../queries.ts'
import { deleteFactors } from './queries.ts'

/**
 * Takes all factors from the account with this address, for an operator who is sure whom they help; no request can. The
 * account is signed out everywhere. Answers how many there were, undefined when nobody has the address. Throws AppError 400.
 */
export async function removeAllFactors(db: Db, email: string): Promise<number | undefined> {
  const address = requireEmail(email)
  return inTransaction(db, async (tx) => {
    const account = await findAccount(tx, { email: address })
    if (!account) return undefined
    await deleteSessions(tx, { user_id: account.id, scope: 'global' })
    return deleteFactors(tx, account.id)
  })
}
