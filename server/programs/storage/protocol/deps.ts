import type { Db } from '../../../../db/tables.ts'
import type { FastPath } from '../../../platform/fast-path/fast-path.ts'
import type { ObjectFreshness } from '../object-freshness.ts'
import type { PictureOwnersByKind, ProductOwnership } from '../owners.ts'
import type { Storage } from '../storage.ts'
import type { ActorDeps } from './actor.ts'
import type { SignedAddresses } from './signed-addresses.ts'

export interface StorageDeps extends ActorDeps {
  db: Db
  storage: Storage
  addresses: SignedAddresses
  freshness: ObjectFreshness
  fastPath: FastPath
  products: ProductOwnership
  owners: PictureOwnersByKind
}
