import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { userErrors } from '../../../shared/accounts/errors.ts'
import { suspensionMails } from '../../../shared/accounts/user-list-messages.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { type Acting, insertActions } from '../audit/queries.ts'
import { type AccountRow, lockAccounts } from './admin-queries.ts'
import type { SuspensionLinks } from './links.ts'
import { isOwner, updateUser } from './queries.ts'

const userError = errorsOf(userErrors)

/** The end of a ban without an end, in the last four-digit year. */
const WITHOUT_END = new Date('9999-12-31T00:00:00Z')

export function isSuspended({ banned_until }: Pick<AccountRow, 'banned_until'>, now: Date): boolean {
  return banned_until !== null && banned_until > now
}

/** Bans a locked account; its products leave the shop within seconds. Returns the ids of the ended sessions. */
export async function ban(tx: Tx, links: SuspensionLinks, userId: string): Promise<string[]> {
  await updateUser(tx, userId, { banned_until: WITHOUT_END })
  await links.applySuspension(tx, { seller_id: userId, is_suspended: true })
  return links.endSessions(tx, userId)
}

/** Ends the ban of a locked account: hidden products come back, the first ones at once and the rest within seconds. */
export async function unban(tx: Tx, { applySuspension }: Pick<SuspensionLinks, 'applySuspension'>, userId: string) {
  await updateUser(tx, userId, { banned_until: null })
  await applySuspension(tx, { seller_id: userId, is_suspended: false })
}

/** Returns the notice of a change of an account, for sellers only: others have no dashboard to show it. */
function noticeTo({ id, role }: AccountRow) {
  return { seller_ids: role === 'seller' ? [id] : [], subject: '' }
}

interface SuspendingDeps extends SuspensionLinks {
  db: Db
  messages: Pick<Messages, 'queueMail'>
}

/** Suspended users cannot sign in to read notices. */
async function mailTo(
  tx: Tx,
  messages: SuspendingDeps['messages'],
  { email }: AccountRow,
  what: 'suspended' | 'reinstated',
  reason?: string,
): Promise<void> {
  if (!email) return
  const data = () => ({
    ...suspensionMails[what],
    facts: reason ? [{ title: suspensionMails.reason, lines: [reason] }] : [],
  })
  await messages.queueMail(tx, { template: 'account_update', to: email, data })
}

/**
 * Suspends an account and mails it the reason; returns it with the ids of the ended sessions. Throws AppError 404, 403, and
 * 409 for the admin's own.
 */
export function suspendUser({ db, messages, ...links }: SuspendingDeps, by: Acting, userId: string) {
  if (userId === by.admin_id) throw userError('own_account')
  return inTransaction(db, async (tx) => {
    const account = await lockAsAdmin(tx, by, userId)
    if (isSuspended(account, by.now)) return { account, ended: [] }
    const ended = await ban(tx, links, userId)
    await insertActions(tx, by, 'suspend_user', [
      { target: userId, from: 'active', to: 'suspended', notice: noticeTo(account) },
    ])
    await mailTo(tx, messages, account, 'suspended', by.reason)
    return { account: { ...account, banned_until: WITHOUT_END }, ended }
  })
}

/** Reinstates an account and returns it; one that is not suspended stays as it is. Throws AppError 404, 403 as above. */
export function reinstateUser({ db, messages, ...links }: SuspendingDeps, by: Acting, userId: string) {
  return inTransaction(db, async (tx) => {
    const account = await lockAsAdmin(tx, by, userId)
    if (!isSuspended(account, by.now)) return account
    await unban(tx, links, userId)
    await insertActions(tx, by, 'reinstate_user', [
      { target: userId, from: 'suspended', to: 'active', notice: noticeTo(account) },
    ])
    await mailTo(tx, messages, account, 'reinstated')
    return { ...account, banned_until: null }
  })
}

/**
 * Locks the account and the admin's own and returns the account. Of two admins who suspend each other at once only one
 * succeeds. Only owners change admins, so that an owner is always left.
 */
async function lockAsAdmin(tx: Tx, by: Acting, userId: string): Promise<AccountRow> {
  const locked = await lockAccounts(tx, [by.admin_id, userId])
  const admin = locked.find(({ id }) => id === by.admin_id)
  if (admin?.role !== 'admin' || isSuspended(admin, by.now)) throw userError('no_longer_admin')
  const account = locked.find(({ id }) => id === userId)
  if (!account) throw userError('user_not_found')
  if (account.role === 'admin' && !isOwner(admin)) throw userError('owners_only')
  return account
}
