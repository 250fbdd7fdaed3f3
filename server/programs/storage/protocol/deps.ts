import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../../db/tables.ts'
import type { Role } from '../../../../shared/accounts/constants.ts'
import type { FastPath } from '../../../platform/fast-path/fast-path.ts'
import type { Authenticate } from '../../../platform/http/guards.ts'
import { accessDenied, authorizationMissing } from '../errors.ts'
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

/** The party on whose behalf files are read and written: the operator's programs, a user, or an anonymous client. */
export type Actor = { kind: 'service' } | { kind: 'anonymous' } | { kind: 'user'; user_id: string; role: Role }

/** Returns the actor of a request, from its `Authorization` alone. Throws the protocol's errors when it is missing or invalid. */
export async function actorOf(request: FastifyRequest, deps: StorageDeps): Promise<Actor> {
  const { authorization } = request.headers
  if (!authorization) throw authorizationMissing()
  // Some programs send a key without `Bearer`.
  const token = /^(?:Bearer +)?(\S+)$/i.exec(authorization)?.[1]
  const keyRole = token && (await deps.apiKeyRole(token))
  if (keyRole === 'service_role') return { kind: 'service' }
  if (keyRole === 'anon') return { kind: 'anonymous' }
  const { user_id, role, assured } = await deps.authenticate(request)
  if (!assured) throw accessDenied('AAL2 required')
  return { kind: 'user', user_id, role }
}

/** Returns the actor of an upload address, and counts the write. Throws `accessDenied`, AppError 429. */
export async function ownerAsActor(
  { findActiveAccount, countWrite }: StorageDeps,
  owner: string | null,
): Promise<Actor> {
  if (owner === null) return { kind: 'service' }
  const user = await findActiveAccount(owner)
  if (!user) throw accessDenied('the owner of this address may not write any more')
  await countWrite(user.user_id)
  return { kind: 'user', ...user }
}
