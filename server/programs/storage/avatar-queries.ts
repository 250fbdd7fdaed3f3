import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import { isAny } from '../../platform/data/count-queries.ts'
import { USERS_BUCKET } from './constants.ts'
import { objectsChanged } from './object-freshness.ts'

const PUBLIC_ADDRESS = /^\/storage\/v1\/object\/public\/users\/([0-9a-f-]{36}-[\w.-]{1,100})$/

/** Returns whether an address, relative or with our origin, is a stored avatar of this user. */
export async function isStoredAvatar(
  tx: Tx,
  siteUrl: string,
  { user_id, address }: { user_id: string; address: unknown },
): Promise<boolean> {
  if (typeof address !== 'string') return false
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  const [, name] = PUBLIC_ADDRESS.exec(path) ?? []
  if (!name?.startsWith(`${user_id}-`)) return false
  return isAny(tx.selectFrom('storage_objects').where('bucket_id', '=', USERS_BUCKET).where('name', '=', name))
}

/** Removes all avatars of accounts; the sweep removes the files. */
export async function deleteAvatars(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (!userIds.length) return
  await sql`
    with removed as (
      delete from storage_objects using unnest(${userIds}::uuid[]) as owner (id)
      where bucket_id = ${USERS_BUCKET} and name >= owner.id || '-' and name < owner.id || '.'
      returning blob
    )
    insert into storage_discards (blob, remove_after) select blob, now() from removed
    on conflict (blob) do update set remove_after = excluded.remove_after`.execute(tx)
  await objectsChanged(tx, USERS_BUCKET)
}
