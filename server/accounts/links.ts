import type { RawBuilder } from 'kysely'
import type { Tx } from '../../db/tables.ts'

// What accounts need of the modules that build on them. Those import accounts, so the application and the operator's
// commands pass these in.

/** Ends all sessions of an account within the transaction; returns their ids. */
type EndSessions = (tx: Tx, userId: string) => Promise<string[]>

/** Hides or shows a seller's products within the transaction, which has locked the seller's row. */
type ApplySuspension = (tx: Tx, seller: { seller_id: string; is_suspended: boolean }) => Promise<void>

/** SQL for whether a module has rows of an account, inside a query that has the account's id. */
export type RowsOf = (userId: RawBuilder<unknown>) => RawBuilder<boolean>

/** Removes the files of deleted accounts within the transaction that deletes them. */
export type RemoveFiles = (tx: Tx, userIds: readonly string[]) => Promise<void>

/** What a suspension changes outside accounts. */
export interface SuspensionLinks {
  endSessions: EndSessions
  applySuspension: ApplySuspension
}
