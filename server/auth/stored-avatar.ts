import type { Tx } from '../../db/tables.ts'
import { storedAvatarExists } from './stored-avatar-queries.ts'

/** The name in it begins with the id of the person. */
const PUBLIC_ADDRESS = /^\/storage\/v1\/object\/public\/users\/([0-9a-f-]{36}-[\w.-]{1,100})$/

/**
 * Whether an address, with or without our own site in front, is that of a picture this person has stored here:
 * `{user_id}-…` among the pictures of people.
 */
export async function isStoredAvatar(
  tx: Tx,
  siteUrl: string,
  owner: { user_id: string; address: unknown },
): Promise<boolean> {
  if (typeof owner.address !== 'string') return false
  const path = owner.address.startsWith(`${siteUrl}/`) ? owner.address.slice(siteUrl.length) : owner.address
  const [, name] = PUBLIC_ADDRESS.exec(path) ?? []
  if (!name?.startsWith(`${owner.user_id}-`)) return false
  return storedAvatarExists(tx, name)
}
