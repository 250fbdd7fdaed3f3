import { inTransaction, sqlState } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { emailExists, phoneExists } from './errors.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * A transaction that may give an account an address. That nobody has it is looked up in there, but somebody may take it
 * before this one is written: the unique index decides then. Throws AppError 422 for who comes second.
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
