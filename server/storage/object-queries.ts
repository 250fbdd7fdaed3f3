import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../db/tables.ts'
import type { Actor } from './actor.ts'
import { PRODUCTS_BUCKET, USERS_BUCKET } from './constants.ts'
import { isBucketName, isKey, pictureKindOf, productOfKey } from './object-name.ts'
import type { ObjectContent } from './queries.ts'

export interface StoredObject extends ObjectContent {
  object_id: string
  bucket_id: string
  name: string
  owner_id: string | null
  version: string
  cache_control: string
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
}

const OBJECT_COLUMNS = [
  'object_id',
  'bucket_id',
  'storage_objects.name',
  'storage_objects.owner_id',
  'blob',
  'version',
  'size',
  'mimetype',
  'cache_control',
  'content_hash',
  'user_metadata',
  'storage_objects.created_at',
  'storage_objects.updated_at',
] as const

/** An object that this actor may read: everybody those in public buckets, the service all. */
export async function findReadable(
  db: Db | Tx,
  actor: Actor,
  bucketId: string,
  name: string,
): Promise<StoredObject | undefined> {
  if (!isBucketName(bucketId) || !isKey(name)) return undefined
  let query = db
    .selectFrom('storage_objects')
    .innerJoin('storage_buckets', 'storage_buckets.id', 'bucket_id')
    .select(OBJECT_COLUMNS)
    .where('bucket_id', '=', bucketId)
    .where('storage_objects.name', '=', name)
  if (actor.kind !== 'service') query = query.where('public', '=', true)
  return query.executeTakeFirst()
}

/** The readable ones among these names. */
export async function listReadable(
  db: Db,
  actor: Actor,
  bucketId: string,
  given: string[],
): Promise<{ name: string }[]> {
  const names = given.filter(isKey)
  if (!isBucketName(bucketId) || names.length === 0) return []
  let query = db
    .selectFrom('storage_objects')
    .innerJoin('storage_buckets', 'storage_buckets.id', 'bucket_id')
    .select('storage_objects.name')
    .where('bucket_id', '=', bucketId)
    .where('storage_objects.name', 'in', names)
  if (actor.kind !== 'service') query = query.where('public', '=', true)
  return query.execute()
}

/**
 * Whether this actor may put an object under this name. People may in two buckets only: avatars under their own id, and
 * pictures of products that they own. In a transaction the product's row is locked, so that no deletion comes in between.
 */
export async function mayWrite(db: Db | Tx, actor: Actor, bucketId: string, name: string): Promise<boolean> {
  const productId = productOfKey(name)
  if (actor.kind === 'service') return pictureKindOf(bucketId) !== 'product' || productId !== undefined
  if (actor.kind === 'anybody') return false
  if (bucketId === USERS_BUCKET) return name.startsWith(`${actor.user_id}-`)
  if (bucketId !== PRODUCTS_BUCKET || actor.role !== 'seller' || !productId) return false
  const owned = await db
    .selectFrom('products')
    .select('product_number')
    .where('product_id', '=', productId)
    .where('seller_id', '=', actor.user_id)
    .where('deleted_at', 'is', null)
    .$if(db.isTransaction, (owned) => owned.forShare())
    .executeTakeFirst()
  return owned !== undefined
}

/** Puts everything that happens to one name in a row, also while there is no object of that name. */
export async function lockName(tx: Tx, bucketId: string, name: string): Promise<StoredObject | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucketId}/${name}`}, 0))`.execute(tx)
  return tx
    .selectFrom('storage_objects')
    .select(OBJECT_COLUMNS)
    .where('bucket_id', '=', bucketId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}

/** How many avatars a person has stored: what is in the bucket `users` under their id. */
export async function countAvatars(db: Db | Tx, userId: string): Promise<number> {
  const { stored } = await db
    .selectFrom('storage_objects')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .where('bucket_id', '=', USERS_BUCKET)
    .where('name', '>=', `${userId}-`)
    .where('name', '<', `${userId}.`)
    .executeTakeFirstOrThrow()
  return stored
}

/** Puts everything that adds to a person's avatars in a row. */
export async function lockAvatars(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`avatars of ${userId}`}, 0))`.execute(tx)
}

type NewObject = ObjectContent &
  Pick<StoredObject, 'bucket_id' | 'name' | 'owner_id' | 'cache_control' | 'user_metadata'>

/** Gives bytes that are in the store their row. */
export function insertObject(tx: Tx, object: NewObject): Promise<StoredObject> {
  return tx
    .insertInto('storage_objects')
    .values({ ...object, user_metadata: asJson(object.user_metadata) })
    .returning(OBJECT_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Gives an object other bytes; it keeps its id. */
export function replaceObject(tx: Tx, objectId: string, object: NewObject): Promise<StoredObject> {
  const { blob, size, mimetype, content_hash, cache_control, owner_id, user_metadata } = object
  return tx
    .updateTable('storage_objects')
    .set({
      ...{ blob, size, mimetype, content_hash, cache_control, owner_id },
      user_metadata: asJson(user_metadata),
      version: sql<string>`gen_random_uuid()`,
      updated_at: sql<Date>`now()`,
    })
    .where('object_id', '=', objectId)
    .returning(OBJECT_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Gives an object, whose row the caller holds, another name. */
export async function renameObject(tx: Tx, objectId: string, name: string): Promise<void> {
  await tx
    .updateTable('storage_objects')
    .set({ name, updated_at: sql<Date>`now()` })
    .where('object_id', '=', objectId)
    .execute()
}

/** Deletes what of these this actor may delete, and answers it. */
export async function deleteRemovable(
  tx: Tx,
  actor: Actor,
  bucketId: string,
  given: string[],
): Promise<StoredObject[]> {
  const names = given.filter(isKey)
  if (!isBucketName(bucketId) || names.length === 0) return []
  return tx
    .deleteFrom('storage_objects')
    .where('bucket_id', '=', bucketId)
    .where('name', 'in', names)
    .where((eb) => removable(eb, actor))
    .returning(OBJECT_COLUMNS)
    .execute()
}

/** Deletes an object if its name and bytes are still those that were read, and this actor may; answers whether. */
export async function deleteUnchanged(
  tx: Tx,
  actor: Actor,
  { object_id, name, version }: StoredObject,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('storage_objects')
    .where('object_id', '=', object_id)
    .where('name', '=', name)
    .where('version', '=', version)
    .where((eb) => removable(eb, actor))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/**
 * Deletes some objects of a bucket, and answers their blobs: none only when none is left. Those that others work on are
 * waited for, and where they are gone, the next ones are taken.
 */
export async function deleteSomeOf(tx: Tx, bucketId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ blob: string }>`
    delete from storage_objects where object_id = any(array(
      select object_id from storage_objects where bucket_id = ${bucketId} order by name limit ${limit} for update
    )) returning blob`.execute(tx)
  return rows.map(({ blob }) => blob)
}

function removable(eb: ExpressionBuilder<Tables, 'storage_objects'>, actor: Actor): Expression<SqlBool> {
  if (actor.kind === 'service') return eb.lit(true)
  if (actor.kind === 'anybody') return eb.lit(false)
  const rights = [eb.and([eb('bucket_id', '=', USERS_BUCKET), sql<SqlBool>`starts_with(name, ${`${actor.user_id}-`})`])]
  if (actor.role === 'admin') rights.push(eb.and([eb('bucket_id', '=', PRODUCTS_BUCKET)]))
  if (actor.role === 'seller')
    rights.push(
      eb.and([
        eb('bucket_id', '=', PRODUCTS_BUCKET),
        eb.exists(
          eb
            .selectFrom('products')
            .select('product_number')
            .where('product_id', '=', sql<string>`split_part(storage_objects.name, '/', 1)`)
            .where('seller_id', '=', actor.user_id),
        ),
      ]),
    )
  return eb.or(rights)
}

function asJson(value: Record<string, unknown> | null): string | null {
  return value && JSON.stringify(value)
}
