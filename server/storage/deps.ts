import type { Db } from '../../db/tables.ts'
import type { ActorDeps } from './actor.ts'
import type { SignedAddresses } from './signed-addresses.ts'
import type { Storage } from './storage.ts'

/** What the routes of file storage work with. */
export interface StorageDeps extends ActorDeps {
  db: Db
  storage: Storage
  addresses: SignedAddresses
}
