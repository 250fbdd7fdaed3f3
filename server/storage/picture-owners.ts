import type { Tx } from '../../db/tables.ts'
import type { PictureKind } from './rewrite-picture.ts'

/** What shows the pictures of a bucket: products or profiles, which other modules know. Given to the routes of file storage. */
export interface PictureOwners {
  /** Locks what shows pictures of these names, before the pictures themselves are locked. */
  lock(tx: Tx, names: readonly string[]): Promise<void>
  /** Makes what was locked no longer show pictures of these names, which the transaction removes. */
  forget(tx: Tx, names: readonly string[]): Promise<void>
}

export type PictureOwnersByKind = Readonly<Record<PictureKind, PictureOwners>>
