import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { isBucketName } from '../object-name.ts'
import type { Actor } from './deps.ts'

export type Bucket = Selectable<Tables['storage_buckets']>

type BucketSettings = Pick<Updateable<Tables['storage_buckets']>, 'public' | 'file_size_limit' | 'allowed_mime_types'>

/** Returns a bucket, public or not. */
export async function findBucket(db: Db, id: string): Promise<Bucket | undefined> {
  if (!isBucketName(id)) return undefined
  return db.selectFrom('storage_buckets').selectAll().where('id', '=', id).executeTakeFirst()
}

export const BUCKET_SORT_COLUMNS = ['id', 'name', 'created_at', 'updated_at'] as const

/** Returns the buckets that this actor may see: the public ones; the service all. */
export function listBuckets(
  db: Db,
  actor: Actor,
  page: {
    limit: number
    offset: number
    search?: string | undefined
    sortColumn: (typeof BUCKET_SORT_COLUMNS)[number]
    sortOrder: 'asc' | 'desc'
  },
): Promise<Bucket[]> {
  let query = db
    .selectFrom('storage_buckets')
    .selectAll()
    .orderBy(page.sortColumn, page.sortOrder)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
  if (actor.kind !== 'service') query = query.where('public', '=', true)
  if (page.search !== undefined) query = query.where(sql<boolean>`position(lower(${page.search}) in lower(name)) > 0`)
  return query.execute()
}

/** Inserts a bucket; returns false when the name is taken. */
export async function insertBucket(db: Db, id: string, name: string, settings: BucketSettings): Promise<boolean> {
  const row = await db
    .insertInto('storage_buckets')
    .values({ id, name, ...settings })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Changes settings of a bucket; returns whether it exists. */
export async function updateBucket(db: Db | Tx, id: string, settings: BucketSettings): Promise<boolean> {
  if (!isBucketName(id)) return false
  const row = await db
    .updateTable('storage_buckets')
    .set({ ...settings, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes an empty bucket; returns whether there was one. Throws the database's error when an object references it. */
export async function deleteBucket(db: Db, id: string): Promise<boolean> {
  if (!isBucketName(id)) return false
  const row = await db.deleteFrom('storage_buckets').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}
