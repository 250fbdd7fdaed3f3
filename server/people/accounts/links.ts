import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { OpenOrders } from '../../../shared/accounts/schema.ts'

// Functions of modules that import accounts. The application and the operator's commands pass them in, from
// `server/operate/start/account-links.ts`, as accounts cannot import those modules.

/** Ends all sessions of an account within the transaction; returns their ids. */
type EndSessions = (tx: Tx, userId: string) => Promise<string[]>

/** Hides or shows a seller's products, and notifies buyers of a suspension, in the transaction that has locked the seller. */
type ApplySuspension = (tx: Tx, seller: { seller_id: string; is_suspended: boolean }) => Promise<void>

/** Hides a seller's products, or shows them again, by the current state of the account. */
type ApplySellerState = (tx: Tx, sellerId: string) => Promise<void>

/** Returns SQL for whether a module has rows of an account, for a query that has its id. */
export type RowsOf = (userId: RawBuilder<unknown>) => RawBuilder<boolean>

/** Removes the files of deleted accounts within the transaction that deletes them. */
export type RemoveFiles = (tx: Tx, userIds: readonly string[]) => Promise<void>

export type CountOpenOrders = (db: Db, userId: string) => Promise<OpenOrders>

export interface SuspensionLinks {
  endSessions: EndSessions
  applySuspension: ApplySuspension
  applySellerState: ApplySellerState
}
