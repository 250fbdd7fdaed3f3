import type { Tx } from '../../../db/tables.ts'
import { sessionNotFound, userBanned } from '../errors.ts'
import { identityRow } from './account-of-identity.ts'
import { identityIsOwn, identityIsTaken } from './errors.ts'
import type { ProviderIdentity } from './provider.ts'
import {
  changeAccount,
  findIdentity,
  insertIdentity,
  isEmailTaken,
  lockAccountOfSession,
  lockProviderIdentity,
} from './queries.ts'

/**
 * Adds an identity to the account of a session and answers whose that is. A guest becomes a person. Throws AppError 422
 * when the identity belongs to somebody already, 403 when the session ended meanwhile or the person is banned.
 */
export async function linkIdentity(tx: Tx, sessionId: string, identity: ProviderIdentity, now: Date): Promise<string> {
  await lockProviderIdentity(tx, identity.provider, identity.provider_id)
  const account = await lockAccountOfSession(tx, sessionId)
  if (!account) throw sessionNotFound()
  const { user_id } = account
  if (account.banned_until && account.banned_until > now) throw userBanned()
  const known = await findIdentity(tx, identity.provider, identity.provider_id)
  if (known) throw known.user_id === user_id ? identityIsOwn() : identityIsTaken()
  await insertIdentity(tx, user_id, identityRow(identity, now))
  const { email, email_verified } = identity
  const brings =
    account.email === null && email !== undefined && email_verified && !(await isEmailTaken(tx, email, user_id))
  if (brings || account.is_anonymous)
    await changeAccount(tx, user_id, { ...(brings && { email, email_confirmed_at: now }), is_anonymous: false })
  return user_id
}
