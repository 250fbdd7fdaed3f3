import { type Insertable, type Selectable, sql } from 'kysely'
import { lockUntilEnd } from '../../../db/advisory-locks.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { isAny } from '../../platform/data/count-queries.ts'
import { lockExpired } from '../../platform/data/expired-queries.ts'

/** Records blobs as unused from `removeAfter` on. */
export async function insertDiscards(db: Db | Tx, blobs: readonly string[], removeAfter: Date): Promise<void> {
  if (blobs.length === 0) return
  await db
    .insertInto('storage_discards')
    .values(blobs.map((blob) => ({ blob, remove_after: removeAfter })))
    .onConflict((conflict) => conflict.column('blob').doUpdateSet({ remove_after: removeAfter }))
    .execute()
}

/** Removes blobs that get a row from the discards. Throws when one was removed or is about to be. */
export async function claimBlobs(tx: Tx, blobs: readonly string[]): Promise<void> {
  if (blobs.length === 0) return
  const rows = await tx
    .deleteFrom('storage_discards')
    .where('blob', 'in', blobs)
    .where('remove_after', '>', sql<Date>`now() + interval '10 minutes'`)
    .returning('blob')
    .execute()
  if (rows.length !== blobs.length) throw new Error('a stored file was removed before it got its row')
}

/** Marks unused blobs for deletion and returns those without a row, as the outcome of a commit may be unknown. */
export async function markForDeletion(db: Db, blobs: readonly string[]): Promise<string[]> {
  const rows = await db
    .updateTable('storage_discards')
    .set({ remove_after: sql<Date>`now() + interval '5 minutes'` })
    .where('blob', 'in', blobs)
    .returning('blob')
    .execute()
  return rows.map(({ blob }) => blob)
}

/** Deletes the discards of removed blobs. */
export async function deleteDiscards(db: Db, blobs: readonly string[]): Promise<void> {
  if (blobs.length) await db.deleteFrom('storage_discards').where('blob', 'in', blobs).execute()
}

/** Claims due blobs by postponing them, so that nothing else uses or removes them, and returns them. */
export async function listDueDiscards(db: Db, now: Date, limit: number): Promise<string[]> {
  const isDue = sql`remove_after <= ${now}`
  const { rows } = await sql<{ blob: string }>`
    with expired as materialized (${lockExpired(sql`storage_discards`, sql`blob`, sql`remove_after`, isDue, limit)})
    update storage_discards set remove_after = ${now}::timestamptz + interval '5 minutes'
    where blob in (select blob from expired) returning blob`.execute(db)
  return rows.map(({ blob }) => blob)
}

/** A row's blob and the properties of its bytes. */
export type ObjectContent = Pick<
  Selectable<Tables['storage_objects']>,
  'blob' | 'size' | 'mimetype' | 'content_hash' | 'width'
>

/** Returns the pictures of a product, locked. */
export function lockProductPictures(tx: Tx, productId: string) {
  return tx
    .selectFrom('storage_objects')
    .select(['object_id', 'name', 'blob', 'size', 'mimetype', 'content_hash', 'width', 'created_at'])
    .where('bucket_id', '=', 'products')
    .where('name', '>=', `${productId}/`)
    .where('name', '<', `${productId}0`)
    .orderBy('name')
    .forUpdate()
    .execute()
}

/** Deletes locked rows and records their blobs as unused, except those that are retained; returns the unused ones. */
export async function deleteObjects(
  tx: Tx,
  rows: readonly { object_id: string; blob: string }[],
  retained: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ object_id }) => object_id)
  await tx.deleteFrom('storage_objects').where('object_id', 'in', ids).execute()
  const unused = rows.map(({ blob }) => blob).filter((blob) => !retained.has(blob))
  await insertDiscards(tx, unused, new Date())
  return unused
}

/** Deletes files by their names; returns their blobs, which it records as unused. */
export async function deleteFiles(tx: Tx, bucketId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const named = tx.selectFrom('storage_objects').where('bucket_id', '=', bucketId).where('name', 'in', names)
  return deleteObjects(tx, await named.select(['object_id', 'blob']).forUpdate().execute())
}

/** Inserts rows of files; one with an id replaces the row that had it. */
export async function insertFiles(tx: Tx, files: readonly Insertable<Tables['storage_objects']>[]): Promise<void> {
  if (files.length) await tx.insertInto('storage_objects').values(files).execute()
}

/** Returns whether a blob belongs to an object. */
export function hasRow(db: Db, blob: string): Promise<boolean> {
  return isAny(db.selectFrom('storage_objects').where('blob', '=', blob))
}

/** Returns the blobs of rows in order, after `after`. */
export function listBlobRows(db: Db, after: string, limit: number): Promise<{ blob: string; size: number }[]> {
  return db
    .selectFrom('storage_objects')
    .select(['blob', 'size'])
    .where('blob', '>', after)
    .orderBy('blob')
    .limit(limit)
    .execute()
}

/** Returns which of these blobs have a row, and which are recorded as unused. */
export async function knownBlobs(db: Db, blobs: readonly string[]): Promise<Map<string, 'stored' | 'discarded'>> {
  if (blobs.length === 0) return new Map()
  const { rows } = await sql<{ blob: string; state: 'stored' | 'discarded' }>`
    select blob, 'discarded' as state from storage_discards where blob = any(${blobs}::text[])
    union all
    select blob, 'stored' from storage_objects where blob = any(${blobs}::text[])`.execute(db)
  return new Map(rows.map(({ blob, state }) => [blob, state]))
}

/** Returns whether the files of an account take more than its limit; until the transaction ends, its other uploads wait. */
export async function isOverQuota(tx: Tx, ownerId: string, maxMib: number): Promise<boolean> {
  // guard: quota-lock
  await lockUntilEnd(tx, `files of ${ownerId}`)
  const { bytes } = await tx
    .selectFrom('storage_objects')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return bytes > maxMib * 1024 * 1024
}
