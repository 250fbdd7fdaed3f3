import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import { USERS_BUCKET } from './constants.ts'
import { objectsChanged } from './object-freshness.ts'

/** Returns whether an avatar of this name is stored. */
export async function avatarExists(tx: Tx, name: string): Promise<boolean> {
  const found = await tx
    .selectFrom('storage_objects')
    .select('object_id')
    .where('bucket_id', '=', USERS_BUCKET)
    .where('name', '=', name)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes all avatars of accounts; the sweep removes the files that no row needs any more. */
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
