import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { Rights } from '../../../../shared/accounts/rights.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import { applySellerState } from '../../../shop/catalog/editing/apply-seller-state.ts'
import { sellerChanged } from '../../../shop/catalog/editing/seller-page.ts'
import { requireSelfManaged } from '../../accounts/address-changes.ts'
import { changeAddress } from '../../accounts/address-queries.ts'
import { requireEmail } from '../../accounts/addresses.ts'
import { accountSuspended, changeAsOperator } from '../../accounts/change-as-operator.ts'
import { createAccount, initialProfile } from '../../accounts/new-account.ts'
import { lockAccountAndAdmins } from '../../accounts/operator-queries.ts'
import { closeSetup, isOwner, NO_CHANGE, updateUser } from '../../accounts/queries.ts'
import { isSuspended } from '../../accounts/suspend-user.ts'
import { voidCodes } from '../codes/code-queries.ts'
import { endAllSessions, takeOver } from '../codes/take-over.ts'
import { checkNewPassword, type Passwords } from './passwords.ts'

interface MakingAdmin {
  db: Db
  secrets: Secrets
  passwords: Passwords
  now: Date
}

interface AdminToMake {
  email: string
  password: string
  display_name?: string
  /** Absent: an owner. */
  rights?: Rights
}

/** Makes a new or existing account an owner; `claim` begins the transaction. Throws AppError 4xx. */
export async function makeAdmin(
  deps: MakingAdmin,
  admin: AdminToMake,
  claim: (tx: Tx) => Promise<unknown> = closeSetup,
): Promise<'created' | 'promoted'> {
  const make = await prepareAdmin(deps, admin)
  return inTransaction(deps.db, async (tx) => {
    await claim(tx)
    return (await make(tx)).outcome
  })
}

/**
 * Returns the function that makes a new or existing account an admin within a transaction; an existing one loses all its
 * ways to sign in, and without a new name has the one it had. Owners stay owners. Both throw AppError 4xx.
 */
export async function prepareAdmin(
  { secrets, passwords, now }: Omit<MakingAdmin, 'db'>,
  { password, display_name, rights = null, ...given }: AdminToMake,
) {
  const email = requireEmail(given.email)
  checkNewPassword(passwords, password)
  const password_hash = await passwords.hash(password)
  const { user_metadata } = initialProfile(secrets, email, { display_name })
  return async (tx: Tx): Promise<{ user_id: string; outcome: 'created' | 'promoted' }> => {
    const proved = { confirmed_at: now, verified_at: now }
    const newAdmin = { email, password_hash, role: 'admin' as const, admin_rights: rights, user_metadata, ...proved }
    const created = await createAccount(tx, newAdmin)
    if (created) return { user_id: created, outcome: 'created' }
    const { account } = await lockAccountAndAdmins(tx, { email })
    if (!account) throw new Error('an address was taken and then free')
    if (isSuspended(account, now)) throw accountSuspended(email)
    const profile = display_name === undefined ? {} : { user_metadata: JSON.stringify(user_metadata) }
    const admin_rights = rights && !isOwner(account) ? [...rights] : null
    await takeOver(tx, account.id, now)
    await updateUser(tx, account.id, { role: 'admin', admin_rights, password_hash, ...profile })
    await applySellerState(tx, account.id)
    if (display_name !== undefined) await sellerChanged(tx, account.id, { isRenamed: true })
    await changeAddress(tx, account.id, { email }, { isProved: true, now })
    return { user_id: account.id, outcome: 'promoted' }
  }
}

/** Gives an account a new password, for the operator: sessions end, codes become void. Throws AppError 404, 422. */
export async function resetPassword(
  { db, passwords, config }: { db: Db; passwords: Passwords; config: Pick<Config, 'ssoProviders'> },
  email: string,
  password: string,
): Promise<void> {
  checkNewPassword(passwords, password)
  const password_hash = await passwords.hash(password)
  await changeAsOperator(db, email, async (tx, { account }) => {
    await requireSelfManaged(tx, config, account.id)
    await updateUser(tx, account.id, { password_hash, ...NO_CHANGE })
    await voidCodes(tx, account.id)
    await endAllSessions(tx, account.id)
  })
}
