import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { type Acting, insertActions } from '../../platform/admin-actions-queries.ts'
import { deleteSessions } from '../queries.ts'
import { noLongerAdmin, noSuchAccount, ownAccount } from './errors.ts'
import { type AccountRow, lockAccounts, setBan } from './queries.ts'

/** The latest date that every program which reads years of four digits understands. */
const WITHOUT_END = new Date('9999-12-31T00:00:00Z')

/** Whether the account is kept out at this time. */
export function isSuspended({ banned_until }: Pick<AccountRow, 'banned_until'>, now: Date): boolean {
  return banned_until !== null && banned_until > now
}

/**
 * Keeps an account out without end, in the caller's transaction: all its sessions end, and a seller's products leave the
 * shop, those of a large stall within some seconds. Answers the ids of the sessions that ended.
 */
export async function keepOut(tx: Tx, userId: string, now: Date): Promise<string[]> {
  await setBan(tx, userId, { until: WITHOUT_END, now })
  return deleteSessions(tx, { user_id: userId, scope: 'global' })
}

/** Lets an account in again, in the caller's transaction: products that left the shop with it come back. */
export async function letIn(tx: Tx, userId: string, now: Date): Promise<void> {
  await setBan(tx, userId, { until: null, now })
}

export interface Suspension {
  account: AccountRow
  /** Ids of the sessions that ended. */
  ended: string[]
}

/**
 * Suspends an account; one that is suspended already stays so. Throws AppError 404, 403 when the caller is no longer an
 * admin, and 409 for the admin's own account.
 */
export function suspendUser(db: Db, by: Acting, userId: string): Promise<Suspension> {
  if (userId === by.admin_id) throw ownAccount()
  return inTransaction(db, async (tx) => {
    const account = await lockAsAdmin(tx, by, userId)
    if (isSuspended(account, by.now)) return { account, ended: [] }
    const ended = await keepOut(tx, userId, by.now)
    await insertActions(tx, by, 'suspend_user', [{ target: userId, from: 'active', to: 'suspended' }])
    return { account: { ...account, banned_until: WITHOUT_END }, ended }
  })
}

/** Reinstates an account; one that is not suspended stays as it is. Throws AppError 404, and 403 as `suspendUser` does. */
export function reinstateUser(db: Db, by: Acting, userId: string): Promise<AccountRow> {
  return inTransaction(db, async (tx) => {
    const account = await lockAsAdmin(tx, by, userId)
    if (!isSuspended(account, by.now)) return account
    await letIn(tx, userId, by.now)
    await insertActions(tx, by, 'reinstate_user', [{ target: userId, from: 'suspended', to: 'active' }])
    return { ...account, banned_until: null }
  })
}

/** Locks the account, and the admin's own: of two admins who suspend each other, one is too late. */
async function lockAsAdmin(tx: Tx, by: Acting, userId: string): Promise<AccountRow> {
  const locked = await lockAccounts(tx, [by.admin_id, userId])
  const admin = locked.find(({ id }) => id === by.admin_id)
  if (admin?.role !== 'admin' || isSuspended(admin, by.now)) throw noLongerAdmin()
  const account = locked.find(({ id }) => id === userId)
  if (!account) throw noSuchAccount()
  return account
}
