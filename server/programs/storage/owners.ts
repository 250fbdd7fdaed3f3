import type { Expression, SqlBool } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { PictureKind } from './rewrite-picture.ts'

/** The owners of a bucket's pictures: products or profiles, which belong to other modules. */
export interface PictureOwners {
  /** Locks the owners of these pictures, before the pictures themselves are locked. */
  lock(tx: Tx, names: readonly string[]): Promise<void>
  /**
   * Removes the locked owners' references to these pictures, which the transaction removes. Throws the protocol's 409 when a
   * product of the shop would be left without any picture, unless `mayBeLast`.
   */
  forget(tx: Tx, names: readonly string[], options: { mayBeLast: boolean }): Promise<void>
  /** Gives the locked owner the new address of a replaced picture; absent where addresses do not depend on the bytes. */
  replace?(tx: Tx, picture: { name: string; content_hash: string; width: number | null }): Promise<void>
}

export type PictureOwnersByKind = Readonly<Record<PictureKind, PictureOwners>>

/** The ownership of products, for the storage of their pictures; the catalog implements it. */
export interface ProductOwnership {
  /**
   * Returns whether a product is the seller's and not deleted. In a transaction its row is locked, so that it cannot be
   * deleted before the transaction ends.
   */
  ownsProduct(db: Db | Tx, sellerId: string, productId: string): Promise<boolean>
  owns(sellerId: string, productId: Expression<string>): Expression<SqlBool>
}
