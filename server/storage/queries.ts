import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import type { Role } from '../../shared/account/constants.ts'

/** Writes blobs down as not needed from `removeAfter` on. */
export async function noteDiscards(db: Db | Tx, blobs: readonly string[], removeAfter: Date): Promise<void> {
  if (blobs.length === 0) return
  await db
    .insertInto('storage_discards')
    .values(blobs.map((blob) => ({ blob, remove_after: removeAfter })))
    .onConflict((conflict) => conflict.column('blob').doUpdateSet({ remove_after: removeAfter }))
    .execute()
}

/**
 * Strikes out blobs that get a row. Throws when one of them is not there any more, or is about to be removed: then it
 * waited for its row for most of an hour.
 */
export async function claimBlobs(tx: Tx, blobs: readonly string[]): Promise<void> {
  if (blobs.length === 0) return
  const rows = await tx
    .deleteFrom('storage_discards')
    .where('blob', 'in', blobs)
    .where('remove_after', '>', sql<Date>`now() + interval '10 minutes'`)
    .returning('blob')
    .execute()
  if (rows.length !== blobs.length) throw new Error('a stored file came too late to get its row')
}

/**
 * Keeps blobs from being claimed and answers those of them that really have no row: after a commit whose outcome was not
 * heard, the database knows.
 */
export async function condemnBlobs(db: Db, blobs: readonly string[]): Promise<string[]> {
  const rows = await db
    .updateTable('storage_discards')
    .set({ remove_after: sql<Date>`now() + interval '5 minutes'` })
    .where('blob', 'in', blobs)
    .returning('blob')
    .execute()
  return rows.map(({ blob }) => blob)
}

/** Strikes out blobs that are removed. */
export async function forgetDiscards(db: Db, blobs: readonly string[]): Promise<void> {
  if (blobs.length) await db.deleteFrom('storage_discards').where('blob', 'in', blobs).execute()
}

/**
 * Blobs whose time is over. Their time is set anew on the way, so that no transaction can still claim what is about to
 * be removed, and no other process removes it, too.
 */
export async function listDueDiscards(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ blob: string }>`
    update storage_discards set remove_after = ${now}::timestamptz + interval '5 minutes'
    where blob in (
      select blob from storage_discards where remove_after <= ${now} order by remove_after limit ${limit}
      for update skip locked
    ) returning blob`.execute(db)
  return rows.map(({ blob }) => blob)
}

/** A row's blob and what is known of its bytes. */
export interface ObjectContent {
  blob: string
  size: number
  mimetype: string
  content_hash: string
}

interface PictureRow extends ObjectContent {
  object_id: string
  name: string
  created_at: Date
}

/** The pictures of a product, locked. */
export function lockProductPictures(tx: Tx, productId: string): Promise<PictureRow[]> {
  return tx
    .selectFrom('storage_objects')
    .select(['object_id', 'name', 'blob', 'size', 'mimetype', 'content_hash', 'created_at'])
    .where('bucket_id', '=', 'products')
    .where('name', '>=', `${productId}/`)
    .where('name', '<', `${productId}0`)
    .orderBy('name')
    .forUpdate()
    .execute()
}

/** Removes rows; their blobs are the caller's to note. */
export async function deleteObjects(tx: Tx, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length) await tx.deleteFrom('storage_objects').where('object_id', 'in', objectIds).execute()
}

/** Adds pictures of a product; one with an id takes the place of the one that had it. */
export async function insertProductPictures(
  tx: Tx,
  pictures: readonly (ObjectContent & { name: string; owner_id: string; object_id?: string; created_at?: Date })[],
  cacheControl: string,
): Promise<void> {
  if (pictures.length === 0) return
  await tx
    .insertInto('storage_objects')
    .values(
      pictures.map(({ blob, size, mimetype, content_hash, name, owner_id, object_id, created_at }) => ({
        ...(object_id && { object_id }),
        ...(created_at && { created_at }),
        bucket_id: 'products',
        name,
        owner_id,
        blob,
        size,
        mimetype,
        content_hash,
        cache_control: cacheControl,
        user_metadata: null,
      })),
    )
    .execute()
}

/** Whether a blob belongs to an object. */
export async function hasRow(db: Db, blob: string): Promise<boolean> {
  const row = await db.selectFrom('storage_objects').select('object_id').where('blob', '=', blob).executeTakeFirst()
  return row !== undefined
}

/** An account that is not banned. */
export function findPerson(db: Db, userId: string): Promise<{ user_id: string; role: Role } | undefined> {
  return db
    .selectFrom('users')
    .select(['id as user_id', 'role'])
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('banned_until', 'is', null), eb('banned_until', '<=', sql<Date>`now()`)]))
    .executeTakeFirst()
}

/** Rows' blobs in order, after the one named `after`. */
export function listBlobRows(db: Db, after: string, limit: number): Promise<{ blob: string; size: number }[]> {
  return db
    .selectFrom('storage_objects')
    .select(['blob', 'size'])
    .where('blob', '>', after)
    .orderBy('blob')
    .limit(limit)
    .execute()
}

/** Which of these blobs have a row, and which are written down as not needed. */
export async function knownBlobs(db: Db, blobs: readonly string[]): Promise<Map<string, 'stored' | 'discarded'>> {
  if (blobs.length === 0) return new Map()
  const { rows } = await sql<{ blob: string; state: 'stored' | 'discarded' }>`
    select blob, 'discarded' as state from storage_discards where blob = any(${blobs}::text[])
    union all
    select blob, 'stored' from storage_objects where blob = any(${blobs}::text[])`.execute(db)
  return new Map(rows.map(({ blob, state }) => [blob, state]))
}
