import type { Actor } from './actor.ts'
import type { StorageDeps } from './deps.ts'
import { accessDenied } from './errors.ts'

/** Returns the actor of an upload address, with the present rights. Throws `accessDenied` without an active account. */
export async function ownerAsActor(
  { findActiveAccount }: Pick<StorageDeps, 'findActiveAccount'>,
  owner: string | null,
): Promise<Actor> {
  if (owner === null) return { kind: 'service' }
  const user = await findActiveAccount(owner)
  if (!user) throw accessDenied('the owner of this address may not write any more')
  return { kind: 'user', ...user }
}
