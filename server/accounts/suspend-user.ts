import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type Acting, insertActions } from '../audit/queries.ts'
import { noLongerAdmin, noSuchAccount, ownAccount } from './admin-errors.ts'
import { type AccountRow, lockAccounts, setBan } from './admin-queries.ts'
import type { SuspensionLinks } from './links.ts'

/** The last year that programs which expect four digits can read. */
const WITHOUT_END = new Date('9999-12-31T00:00:00Z')

/** Returns whether the account is suspended at this time. */
export function isSuspended({ banned_until }: Pick<AccountRow, 'banned_until'>, now: Date): boolean {
  return banned_until !== null && banned_until > now
}

/**
 * Bans an account that the transaction has locked: its sessions end and a seller's products leave the shop, the first ones
 * at once and the rest within seconds. Returns the ids of the sessions that ended.
 */
export async function ban(tx: Tx, links: SuspensionLinks, userId: string, now: Date): Promise<string[]> {
  await setBan(tx, userId, { until: WITHOUT_END, now })
  await links.applySuspension(tx, { seller_id: userId, is_suspended: true })
  return links.endSessions(tx, userId)
}

/** Ends the ban of a locked account: hidden products come back, the first ones at once and the rest within seconds. */
export async function unban(
  tx: Tx,
  { applySuspension }: Pick<SuspensionLinks, 'applySuspension'>,
  userId: string,
  now: Date,
): Promise<void> {
  await setBan(tx, userId, { until: null, now })
  await applySuspension(tx, { seller_id: userId, is_suspended: false })
}

/** Returns the notice of a change of an account: only sellers have a dashboard that shows it. */
function noticeTo({ id, role }: AccountRow) {
  return { seller_ids: role === 'seller' ? [id] : [], subject: '' }
}

export interface Suspension {
  account: AccountRow
  /** Ids of the sessions that ended. */
  ended: string[]
}

/**
 * Suspends an account and returns it; one that is already suspended stays as it is. Throws AppError 404, 403 when the
 * caller is no longer an admin, and 409 for the admin's own account.
 */
export function suspendUser(
  { db, ...links }: { db: Db } & SuspensionLinks,
  by: Acting,
  userId: string,
): Promise<Suspension> {
  if (userId === by.admin_id) throw ownAccount()
  return inTransaction(db, async (tx) => {
    const account = await lockAsAdmin(tx, by, userId)
    if (isSuspended(account, by.now)) return { account, ended: [] }
    const ended = await ban(tx, links, userId, by.now)
    await insertActions(tx, by, 'suspend_user', [
      { target: userId, from: 'active', to: 'suspended', notice: noticeTo(account) },
    ])
    return { account: { ...account, banned_until: WITHOUT_END }, ended }
  })
}

/** Reinstates an account and returns it; one that is not suspended stays as it is. Throws AppError 404, 403 as above. */
export function reinstateUser(
  { db, ...links }: { db: Db } & SuspensionLinks,
  by: Acting,
  userId: string,
): Promise<AccountRow> {
  return inTransaction(db, async (tx) => {
    const account = await lockAsAdmin(tx, by, userId)
    if (!isSuspended(account, by.now)) return account
    await unban(tx, links, userId, by.now)
    await insertActions(tx, by, 'reinstate_user', [
      { target: userId, from: 'suspended', to: 'active', notice: noticeTo(account) },
    ])
    return { ...account, banned_until: null }
  })
}

/**
 * Locks the account and the admin's own and returns the account. Of two admins who suspend each other at once only one
 * succeeds.
 */
async function lockAsAdmin(tx: Tx, by: Acting, userId: string): Promise<AccountRow> {
  const locked = await lockAccounts(tx, [by.admin_id, userId])
  const admin = locked.find(({ id }) => id === by.admin_id)
  if (admin?.role !== 'admin' || isSuspended(admin, by.now)) throw noLongerAdmin()
  const account = locked.find(({ id }) => id === userId)
  if (!account) throw noSuchAccount()
  return account
}
