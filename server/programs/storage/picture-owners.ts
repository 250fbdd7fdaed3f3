import type { Tx } from '../../../db/tables.ts'
import type { PictureKind } from './rewrite-picture.ts'

/** What shows the pictures of a bucket: products or profiles, which other modules know. Given to the routes of file storage. */
export interface PictureOwners {
  /** Locks what shows pictures of these names, before the pictures themselves are locked. */
  lock(tx: Tx, names: readonly string[]): Promise<void>
  /**
   * Makes what was locked no longer show pictures of these names, which the transaction removes. Throws the protocol's 409
   * when something of the shop would be left without any, unless `mayBeLast`.
   */
  forget(tx: Tx, names: readonly string[], options: { mayBeLast: boolean }): Promise<void>
}

export type PictureOwnersByKind = Readonly<Record<PictureKind, PictureOwners>>
