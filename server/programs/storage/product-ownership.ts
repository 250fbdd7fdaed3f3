import type { Expression, SqlBool } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'

/** The ownership of products, for the storage of their pictures; the catalog implements it. */
export interface ProductOwnership {
  /**
   * Returns whether a product is in the shop and the seller's. In a transaction its row is locked, so that it cannot be
   * deleted before the transaction ends.
   */
  ownsVisible(db: Db | Tx, sellerId: string, productId: string): Promise<boolean>
  owns(sellerId: string, productId: Expression<string>): Expression<SqlBool>
}
