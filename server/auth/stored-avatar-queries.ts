import type { Tx } from '../../db/tables.ts'

/** Whether there is a stored file of this name among the pictures of people. */
export async function storedAvatarExists(tx: Tx, name: string): Promise<boolean> {
  const found = await tx
    .selectFrom('storage_objects')
    .select('object_id')
    .where('bucket_id', '=', 'users')
    .where('name', '=', name)
    .executeTakeFirst()
  return found !== undefined
}
