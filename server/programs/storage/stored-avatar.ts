import type { Tx } from '../../../db/tables.ts'
import { avatarExists } from './avatar-queries.ts'

const PUBLIC_ADDRESS = /^\/storage\/v1\/object\/public\/users\/([0-9a-f-]{36}-[\w.-]{1,100})$/

/** Returns whether an address, relative or of our own site, is that of a stored avatar of this user. */
export async function isStoredAvatar(
  tx: Tx,
  siteUrl: string,
  { user_id, address }: { user_id: string; address: unknown },
): Promise<boolean> {
  if (typeof address !== 'string') return false
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  const [, name] = PUBLIC_ADDRESS.exec(path) ?? []
  if (!name?.startsWith(`${user_id}-`)) return false
  return avatarExists(tx, name)
}
