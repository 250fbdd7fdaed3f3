import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import { requireSelfManaged } from '../../accounts/address-changes.ts'
import { changeEmail } from '../../accounts/address-queries.ts'
import { requireEmail } from '../../accounts/addresses.ts'
import { changeAsOperator } from '../../accounts/change-as-operator.ts'
import { deleteIdentities } from '../../accounts/identity-queries.ts'
import { createAccount, initialProfile } from '../../accounts/new-account.ts'
import { accountSuspended } from '../../accounts/operator-errors.ts'
import { lockAccountAndAdmins } from '../../accounts/operator-queries.ts'
import { closeSetup, NO_PHONE, updateUser } from '../../accounts/queries.ts'
import { isSuspended } from '../../accounts/suspend-user.ts'
import { voidCodes } from '../codes/code-queries.ts'
import { endAllSessions } from '../codes/take-over.ts'
import { deleteFactors } from '../protocol/user-queries.ts'
import { checkNewPassword, type Passwords } from './passwords.ts'

/**
 * Makes a new or existing account an admin; an existing one loses all its ways to sign in, and without a new name has the
 * one it had. `claim` begins the transaction. Throws AppError 4xx.
 */
export async function makeAdmin(
  { db, secrets, passwords, now }: { db: Db; secrets: Secrets; passwords: Passwords; now: Date },
  { password, display_name, ...given }: { email: string; password: string; display_name?: string },
  claim: (tx: Tx) => Promise<unknown> = closeSetup,
): Promise<'created' | 'promoted'> {
  const email = requireEmail(given.email)
  checkNewPassword(passwords, password)
  const password_hash = await passwords.hash(password)
  const { user_metadata } = initialProfile(secrets, email, { display_name })
  return inTransaction(db, async (tx) => {
    await claim(tx)
    const proved = { confirmed_at: now, verified_at: now }
    if (await createAccount(tx, { email, password_hash, role: 'admin', user_metadata, ...proved })) return 'created'
    const { account } = await lockAccountAndAdmins(tx, email)
    if (!account) throw new Error('an address was taken and then free')
    if (isSuspended(account, now)) throw accountSuspended(email)
    const profile = display_name === undefined ? {} : { user_metadata: JSON.stringify(user_metadata) }
    await updateUser(tx, account.id, { role: 'admin', password_hash, ...profile, ...NO_PHONE })
    await deleteIdentities(tx, account.id, true)
    await deleteFactors(tx, account.id)
    await changeEmail(tx, account.id, { email, isProved: true, now })
    await voidCodes(tx, account.id)
    await endAllSessions(tx, account.id)
    return 'promoted'
  })
}

/** Gives an account a new password, for the operator: sessions end, codes become void. Throws AppError 404, 422. */
export async function resetPassword(
  { db, passwords }: { db: Db; passwords: Passwords },
  email: string,
  password: string,
): Promise<void> {
  checkNewPassword(passwords, password)
  const password_hash = await passwords.hash(password)
  await changeAsOperator(db, email, async (tx, { account }) => {
    await requireSelfManaged(tx, account.id)
    await updateUser(tx, account.id, { password_hash })
    await voidCodes(tx, account.id)
    await endAllSessions(tx, account.id)
  })
}
