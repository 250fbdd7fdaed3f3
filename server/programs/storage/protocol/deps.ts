import type { Db } from '../../../../db/tables.ts'
import type { Role } from '../../../../shared/accounts/constants.ts'
import type { FastPath } from '../../../platform/fast-path/fast-path.ts'
import type { Authenticate } from '../../../platform/http/guards.ts'
import type { ObjectFreshness } from '../object-freshness.ts'
import type { PictureOwnersByKind, ProductOwnership } from '../owners.ts'
import type { Storage } from '../storage.ts'
import type { SignedAddresses } from './signed-addresses.ts'

export interface StorageDeps {
  db: Db
  storage: Storage
  addresses: SignedAddresses
  freshness: ObjectFreshness
  fastPath: FastPath
  products: ProductOwnership
  owners: PictureOwnersByKind
  authenticate: Authenticate
  apiKeyRole: (key: string) => Promise<'anon' | 'service_role' | undefined>
  /** Counts a write of an account. Throws AppError 429. */
  countWrite: (userId: string) => Promise<void>
  findActiveAccount: (userId: string) => Promise<{ user_id: string; role: Role } | undefined>
}

export type StoreDeps = Pick<StorageDeps, 'db' | 'storage' | 'products' | 'owners'>
