import { inTransaction, sqlState, UNIQUE_VIOLATION } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Config } from '../../platform/config/config.ts'
import { emailExists, phoneExists, ssoManaged } from './errors.ts'
import { hasSsoIdentity } from './identity-queries.ts'

/** Runs `work` where an account may get an address; the unique index decides a race. Throws AppError 422 then. */
export function inAddressTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, work).catch((error) => {
    throw asTakenAddress(error) ?? error
  })
}

function asTakenAddress(error: unknown) {
  if (sqlState(error) !== UNIQUE_VIOLATION) return undefined
  const { constraint } = error as { constraint?: string }
  if (constraint === 'users_email_key') return emailExists()
  if (constraint === 'users_phone_key') return phoneExists()
  return undefined
}

/** Throws AppError 422 when an organization manages the account, and so its address, phone and password. */
export async function requireSelfManaged(
  db: Db | Tx,
  { ssoProviders }: Pick<Config, 'ssoProviders'>,
  userId: string,
): Promise<void> {
  // Without its provider, a member would have no way to sign in any more.
  if (ssoProviders && (await hasSsoIdentity(db, userId))) throw ssoManaged()
}
