import type { Tx } from '../../../../db/tables.ts'
import { isTaken } from '../../accounts/address-queries.ts'
import { findIdentity, insertIdentity, lockProviderIdentity } from '../../accounts/identity-queries.ts'
import { lockAccount, updateUser } from '../../accounts/queries.ts'
import { sessionNotFound, userBanned } from '../protocol/errors.ts'
import { findSession, lockSession } from '../sessions/queries.ts'
import { identityRow } from './account-of-identity.ts'
import { identityIsOwn, identityIsTaken } from './errors.ts'
import type { ProviderIdentity } from './provider.ts'

/**
 * Adds an identity to the account of a session and returns the account's id. A guest becomes a user. Throws AppError 422
 * when the identity belongs to an account already, 403 when the session has ended or the account is banned.
 */
export async function linkIdentity(tx: Tx, sessionId: string, identity: ProviderIdentity, now: Date): Promise<string> {
  await lockProviderIdentity(tx, identity.provider, identity.provider_id)
  const session = await findSession(tx, sessionId)
  // Locked in this order, as everywhere: first the account, then its session.
  const account = session && (await lockAccount(tx, session.user_id))
  if (!account || !(await lockSession(tx, sessionId))) throw sessionNotFound()
  if (account.banned_until && account.banned_until > now) throw userBanned()
  const known = await findIdentity(tx, identity.provider, identity.provider_id)
  if (known) throw known.user_id === account.id ? identityIsOwn() : identityIsTaken()
  await insertIdentity(tx, account.id, identityRow(identity, now))
  const { email, email_verified } = identity
  const bringsEmail =
    account.email === null && email !== undefined && email_verified && !(await isTaken(tx, { email }, account.id))
  if (bringsEmail || account.is_anonymous)
    await updateUser(tx, account.id, {
      ...(bringsEmail && { email, email_confirmed_at: now, email_verified_at: now }),
      is_anonymous: false,
    })
  return account.id
}
