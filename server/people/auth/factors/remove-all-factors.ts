import { inTransaction } from '../../../../db/connect.ts'
import type { Db } from '../../../../db/tables.ts'
import { requireEmail } from '../../accounts/email.ts'
import { findAccount } from '../../accounts/queries.ts'
import { endAllSessions } from '../codes/end-sessions.ts'
import { deleteFactors } from '../protocol/user-queries.ts'

/** Removes all factors of an account and ends its sessions, for the operator; returns how many. */
export async function removeAllFactors(db: Db, given: string): Promise<number | undefined> {
  const email = requireEmail(given)
  return inTransaction(db, async (tx) => {
    const account = await findAccount(tx, { email })
    if (!account) return undefined
    await endAllSessions(tx, account.id)
    return deleteFactors(tx, account.id)
  })
}
