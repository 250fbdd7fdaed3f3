import type { Tx } from '../../../db/tables.ts'
import { userBanned, userNotFound } from '../errors.ts'
import { identityRow } from './account-of-identity.ts'
import { identityIsOwn, identityIsTaken } from './errors.ts'
import type { ProviderIdentity } from './provider.ts'
import {
  changeAccount,
  findIdentity,
  insertIdentity,
  isEmailTaken,
  lockAccount,
  lockProviderIdentity,
} from './queries.ts'

/**
 * Adds an identity to the account of a signed-in person. A guest becomes a person. Throws AppError 422 when the identity
 * belongs to somebody already, 403 when the account is gone or banned.
 */
export async function linkIdentity(tx: Tx, userId: string, identity: ProviderIdentity, now: Date): Promise<void> {
  await lockProviderIdentity(tx, identity.provider, identity.provider_id)
  const account = await lockAccount(tx, userId)
  if (!account) throw userNotFound()
  if (account.banned_until && account.banned_until > now) throw userBanned()
  const known = await findIdentity(tx, identity.provider, identity.provider_id)
  if (known) throw known.user_id === userId ? identityIsOwn() : identityIsTaken()
  await insertIdentity(tx, userId, identityRow(identity, now))
  const { email, email_verified } = identity
  const brings =
    account.email === null && email !== undefined && email_verified && !(await isEmailTaken(tx, email, userId))
  if (brings || account.is_anonymous)
    await changeAccount(tx, userId, { ...(brings && { email, email_confirmed_at: now }), is_anonymous: false })
}
