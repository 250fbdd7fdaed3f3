import { inTransaction, sqlState, UNIQUE_VIOLATION } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { emailExists, phoneExists } from './errors.ts'

/**
 * Returns what `work` returns in a transaction that may give an account an address. `work` checks that the address is free,
 * but another transaction may take it before this one writes: then the unique index decides. Throws AppError 422 in the
 * second transaction.
 */
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
