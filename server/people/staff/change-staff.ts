import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Rights } from '../../../shared/accounts/rights.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Caller } from '../../platform/http/guards.ts'
import { isOnlyOwner, roleWithout } from '../accounts/change-as-operator.ts'
import type { RowsOf, SuspensionLinks } from '../accounts/links.ts'
import { lockAccountAndAdmins } from '../accounts/operator-queries.ts'
import { updateUser } from '../accounts/queries.ts'
import { lockOwner, requireOwner } from '../accounts/require-owner.ts'
import { requiresSecondFactor, setSecondFactor } from '../accounts/staff-queries.ts'
import { type Acting, insertActions } from '../audit/queries.ts'
import { staffError } from './errors.ts'

/** Returns rights as the journal has them. */
export function recordedRights(rights: readonly string[] | null): string {
  return rights === null ? 'owner' : rights.join(' ')
}

/** Gives an admin other rights; null makes an owner. Throws AppError 403, 404, and 409 for the last owner. */
export function changeRights(db: Db, by: Acting, userId: string, rights: Rights): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { account, isLastOwner } = await lockStaff(tx, by, userId)
    const [from, to] = [account.admin_rights, rights].map(recordedRights) as [string, string]
    if (from === to) return
    if (isLastOwner) throw staffError('last_owner')
    await updateUser(tx, userId, { admin_rights: rights && [...rights] })
    await insertActions(tx, by, 'change_rights', [{ target: userId, from, to }])
  })
}

interface EndingDeps extends Pick<SuspensionLinks, 'endSessions'> {
  db: Db
  hasProducts: RowsOf
}

/** Makes an admin a user again, signed out; returns the ids of the ended sessions. Throws AppError as above. */
export function endRights({ db, endSessions, hasProducts }: EndingDeps, by: Acting, userId: string): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const { account, isLastOwner } = await lockStaff(tx, by, userId)
    if (isLastOwner) throw staffError('last_owner')
    await updateUser(tx, userId, { role: await roleWithout(tx, hasProducts, userId), admin_rights: null })
    const from = recordedRights(account.admin_rights)
    await insertActions(tx, by, 'end_rights', [{ target: userId, from, to: null }])
    return endSessions(tx, userId)
  })
}

/** Locks all admins and returns one of them. Of two owners who demote each other at once only one succeeds. */
async function lockStaff(tx: Tx, by: Acting, userId: string) {
  const { account, admins } = await lockAccountAndAdmins(tx, { id: userId })
  requireOwner(admins, by)
  if (account?.role !== 'admin') throw staffError('not_staff')
  return { account, isLastOwner: isOnlyOwner(account, admins, by.now) }
}

/** Throws an Error when admins must have a second factor and none can: every one of them would be locked out. */
export async function requireAuthenticators(db: Db, { mfa }: Pick<Config, 'mfa'>): Promise<void> {
  if (mfa.totp || !(await requiresSecondFactor(db))) return
  throw new Error(
    'AUTH_MFA_TOTP=off, but an owner requires a second factor of all admins. Start with AUTH_MFA_TOTP=on, and end that under "Staff" first.',
  )
}

interface SecondFactorDeps {
  db: Db
  config: Pick<Config, 'mfa'>
}

/** Requires a second factor of all admins, or no longer. Throws AppError 403, and 409 before the caller has used one. */
export async function requireSecondFactor(
  { db, config }: SecondFactorDeps,
  by: Acting & Pick<Caller, 'aal'>,
  isRequired: boolean,
): Promise<void> {
  if (isRequired && !config.mfa.totp) throw staffError('no_authenticators')
  if (isRequired && by.aal !== 'aal2') throw staffError('own_second_factor_first')
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, by)
    if (!(await setSecondFactor(tx, isRequired))) return
    const [from, to] = isRequired ? ['optional', 'required'] : ['required', 'optional']
    await insertActions(tx, by, 'admin_second_factor', [{ target: by.admin_id, from, to }])
  })
}
