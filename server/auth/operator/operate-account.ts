import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Role } from '../../../shared/account/constants.ts'
import { requireEmail } from '../email.ts'
import { validationFailed, weakPassword } from '../errors.ts'
import { voidCodes } from '../one-time-codes.ts'
import type { Passwords } from '../passwords.ts'
import { deleteSessions, findUserByEmail, updateUser } from '../queries.ts'
import { requireSelfManaged } from '../sso/managed.ts'
import { isSuspended, keepOut, letIn } from '../users/suspend-user.ts'
import * as errors from './errors.ts'
import { hasProducts, lockAccountAndAdmins, type OperatedAccount, setRole } from './queries.ts'

// What the operator at the server does with an account, by its address: each in one transaction, all or nothing.
// Throws AppError 404 when no account has the address, 409 when the change would be none or leave no admin.

/** Makes an account an admin's; it keeps its password and factors, and signs in anew. */
export function promote(db: Db, email: string, now: Date): Promise<void> {
  return changing(db, email, async (tx, { account }) => {
    if (account.role === 'admin') throw errors.alreadyAdmin(email)
    if (isSuspended(account, now)) throw errors.isSuspendedNow(email)
    await setRole(tx, account.id, 'admin')
    await endSessions(tx, account.id)
  })
}

/** Takes the admin's role away; who has products is a seller from then on, everybody else a buyer. */
export function demote(db: Db, email: string, now: Date): Promise<Role> {
  return changing(db, email, async (tx, { account, admins }) => {
    if (account.role !== 'admin') throw errors.notAnAdmin(email)
    requireAnotherAdmin(email, account, admins, now)
    const role = (await hasProducts(tx, account.id)) ? 'seller' : 'buyer'
    await setRole(tx, account.id, role)
    await endSessions(tx, account.id)
    return role
  })
}

/** Keeps an account out: its sessions end, and a seller's products leave the shop. */
export function suspend(db: Db, email: string, now: Date): Promise<void> {
  return changing(db, email, async (tx, { account, admins }) => {
    if (isSuspended(account, now)) throw errors.alreadySuspended(email)
    if (account.role === 'admin') requireAnotherAdmin(email, account, admins, now)
    await keepOut(tx, account.id, now)
  })
}

/** Lets a suspended account in again; products that left the shop with it come back. */
export function reinstate(db: Db, email: string, now: Date): Promise<void> {
  return changing(db, email, async (tx, { account }) => {
    if (!isSuspended(account, now)) throw errors.notSuspended(email)
    await letIn(tx, account.id, now)
  })
}

/** Gives an account a new password; its sessions end, codes on their way are void. Throws 422 for a weak one. */
export async function resetPassword(
  { db, passwords }: { db: Db; passwords: Passwords },
  email: string,
  password: string,
): Promise<void> {
  const faults = passwords.faults(password)
  if (faults) throw weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('The password is not valid Unicode')
  const password_hash = await passwords.hash(password)
  await changing(db, email, async (tx, { account }) => {
    await requireSelfManaged(tx, account.id)
    await updateUser(tx, account.id, { password_hash })
    await voidCodes(tx, account.id)
    await endSessions(tx, account.id)
  })
}

/** Throws AppError 400 or 404 unless an account has the address: told before a password is typed. */
export async function requireAccount(db: Db, given: string): Promise<void> {
  const email = requireEmail(given)
  if (!(await findUserByEmail(db, email)).length) throw errors.noAccount(email)
}

function changing<Result>(
  db: Db,
  given: string,
  change: (tx: Tx, locked: { account: OperatedAccount; admins: OperatedAccount[] }) => Promise<Result>,
): Promise<Result> {
  const email = requireEmail(given)
  return inTransaction(db, async (tx) => {
    const { account, admins } = await lockAccountAndAdmins(tx, email)
    if (!account) throw errors.noAccount(email)
    return change(tx, { account, admins })
  })
}

function requireAnotherAdmin(email: string, { id }: OperatedAccount, admins: OperatedAccount[], now: Date): void {
  const others = admins.filter((admin) => admin.id !== id && !isSuspended(admin, now))
  if (!others.length) throw errors.onlyAdmin(email)
}

async function endSessions(tx: Tx, userId: string): Promise<void> {
  await deleteSessions(tx, { user_id: userId, scope: 'global' })
}
