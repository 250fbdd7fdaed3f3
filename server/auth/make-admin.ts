import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { changeEmail } from './codes/queries.ts'
import { requireEmail } from './email.ts'
import { validationFailed, weakPassword } from './errors.ts'
import { initialProfile } from './new-account.ts'
import { voidCodes } from './one-time-codes.ts'
import { isSuspendedNow } from './operator/errors.ts'
import { lockAccountAndAdmins } from './operator/queries.ts'
import type { Passwords } from './passwords.ts'
import { deleteSessions, insertUser, setAdmin } from './queries.ts'
import { isSuspended } from './users/suspend-user.ts'

/**
 * Makes an admin with this address and password, for the operator's command; no request can. An account that already has
 * the address becomes the admin's, without the password, phone, sessions, factors and identities it had. Throws AppError
 * 4xx, among them 409 for a suspended account.
 */
export async function makeAdmin(
  { db, secrets, passwords, now }: { db: Db; secrets: Secrets; passwords: Passwords; now: Date },
  given: { email: string; password: string },
): Promise<'made' | 'promoted'> {
  const email = requireEmail(given.email)
  const faults = passwords.faults(given.password)
  if (faults) throw weakPassword(faults)
  if (!given.password.isWellFormed()) throw validationFailed('The password is not valid Unicode')
  const password_hash = await passwords.hash(given.password)
  const { user_metadata } = initialProfile(secrets, email, {})
  return inTransaction(db, async (tx) => {
    const fresh = { email, phone: null, password_hash, role: 'admin', user_metadata } as const
    if (await insertUser(tx, { ...fresh, confirmed: true, signedIn: false, now })) return 'made'
    const { account } = await lockAccountAndAdmins(tx, email)
    if (!account) throw new Error('the address was taken and is not')
    if (isSuspended(account, now)) throw isSuspendedNow(email)
    await setAdmin(tx, { id: account.id, password_hash })
    await changeEmail(tx, account.id, email, now)
    await voidCodes(tx, account.id)
    await deleteSessions(tx, { user_id: account.id, scope: 'global' })
    return 'promoted'
  })
}
