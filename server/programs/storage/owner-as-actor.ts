import type { Actor } from './actor.ts'
import type { StorageDeps } from './deps.ts'
import { accessDenied } from './errors.ts'

/** Returns the actor of an upload address, and counts the write. Throws `accessDenied`, AppError 429. */
export async function ownerAsActor(
  { findActiveAccount, countWrite }: Pick<StorageDeps, 'findActiveAccount' | 'countWrite'>,
  owner: string | null,
): Promise<Actor> {
  if (owner === null) return { kind: 'service' }
  const user = await findActiveAccount(owner)
  if (!user) throw accessDenied('the owner of this address may not write any more')
  await countWrite(user.user_id)
  return { kind: 'user', ...user }
}
