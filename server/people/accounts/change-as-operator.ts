import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Role } from '../../../shared/accounts/constants.ts'
import { AppError } from '../../platform/http/errors.ts'
import { requireEmail } from './addresses.ts'
import type { RowsOf, SuspensionLinks } from './links.ts'
import { hasRows, type LockedAccount, lockAccountAndAdmins } from './operator-queries.ts'
import { closeSetup, findAccount, isOwner, updateUser } from './queries.ts'
import { ban, isSuspended, unban } from './suspend-user.ts'

// Shown to the operator at the terminal.

export const noAccount = (email: string) => new AppError(404, 'user_not_found', `No account has the address ${email}.`)
const alreadyAdmin = (email: string) => new AppError(409, 'already_admin', `${email} is already an owner.`)
const notAnAdmin = (email: string) => new AppError(409, 'not_an_admin', `${email} is not an admin.`)
const onlyAdmin = (email: string) =>
  new AppError(409, 'only_admin', `${email} is the only owner: promote another account first.`)
export const accountSuspended = (email: string) =>
  new AppError(409, 'suspended', `${email} is suspended: reinstate it first.`)
const alreadySuspended = (email: string) => new AppError(409, 'already_suspended', `${email} is already suspended.`)
const notSuspended = (email: string) => new AppError(409, 'not_suspended', `${email} is not suspended.`)

// The operator's changes to accounts, by email address, each in one transaction. All throw AppError 404 when no account has
// the address, 409 when nothing would change or no owner would be left.

interface OperatorDeps extends SuspensionLinks {
  db: Db
  hasProducts: RowsOf
}

/** Makes an account an owner; it keeps its password and factors, its sessions end, and a seller's products leave the shop. */
export function promote({ db, endSessions, applySellerState }: OperatorDeps, email: string, now: Date): Promise<void> {
  return changeAsOperator(db, email, async (tx, { account }) => {
    if (isOwner(account)) throw alreadyAdmin(email)
    if (isSuspended(account, now)) throw accountSuspended(email)
    await closeSetup(tx)
    await updateUser(tx, account.id, { role: 'admin', admin_rights: null })
    await applySellerState(tx, account.id)
    await endSessions(tx, account.id)
  })
}

/** Removes the admin role: an account with products becomes a seller, any other a buyer. Returns the new role. */
export function demote(deps: OperatorDeps, email: string, now: Date): Promise<Role> {
  return changeAsOperator(deps.db, email, async (tx, { account, admins }) => {
    if (account.role !== 'admin') throw notAnAdmin(email)
    requireAnotherOwner(email, account, admins, now)
    const { role } = await endAdmin(tx, deps, account.id)
    return role
  })
}

export type EndingAdmin = Pick<OperatorDeps, 'endSessions' | 'applySellerState' | 'hasProducts'>

/** Removes the admin role of a locked account; returns the new one, and the ids of the ended sessions. */
export async function endAdmin(tx: Tx, { hasProducts, applySellerState, endSessions }: EndingAdmin, userId: string) {
  const role: Role = (await hasRows(tx, hasProducts, userId)) ? 'seller' : 'buyer'
  await updateUser(tx, userId, { role, admin_rights: null })
  await applySellerState(tx, userId)
  return { role, ended: await endSessions(tx, userId) }
}

/** Suspends an account: its sessions end and a seller's products leave the shop. */
export function suspend(deps: OperatorDeps, email: string, now: Date): Promise<void> {
  return changeAsOperator(deps.db, email, async (tx, { account, admins }) => {
    if (isSuspended(account, now)) throw alreadySuspended(email)
    requireAnotherOwner(email, account, admins, now)
    await ban(tx, deps, account.id)
  })
}

/** Reinstates a suspended account; the products that the suspension hid come back. */
export function reinstate(deps: OperatorDeps, email: string, now: Date): Promise<void> {
  return changeAsOperator(deps.db, email, async (tx, { account }) => {
    if (!isSuspended(account, now)) throw notSuspended(email)
    await unban(tx, deps, account.id)
  })
}

/** Throws AppError 400 or 404 unless an account has the address; for use before a password is typed. */
export async function requireAccount(db: Db, address: string): Promise<void> {
  const email = requireEmail(address)
  if (!(await findAccount(db, { email }))) throw noAccount(email)
}

/** Returns what `change` returns, with the account and all admins locked. Throws AppError 400 or 404. */
export function changeAsOperator<Result>(
  db: Db,
  address: string,
  change: (tx: Tx, locked: { account: LockedAccount; admins: LockedAccount[] }) => Promise<Result>,
): Promise<Result> {
  const email = requireEmail(address)
  return inTransaction(db, async (tx) => {
    const { account, admins } = await lockAccountAndAdmins(tx, { email })
    if (!account) throw noAccount(email)
    return change(tx, { account, admins })
  })
}

function requireAnotherOwner(email: string, account: LockedAccount, admins: LockedAccount[], now: Date): void {
  if (isOnlyOwner(account, admins, now)) throw onlyAdmin(email)
}

/** Returns whether an account is an owner, and no other owner could sign in; all admins must be locked. */
export function isOnlyOwner(account: LockedAccount, admins: LockedAccount[], now: Date): boolean {
  const others = admins.filter((admin) => admin.id !== account.id && isOwner(admin) && !isSuspended(admin, now))
  return isOwner(account) && others.length === 0
}
