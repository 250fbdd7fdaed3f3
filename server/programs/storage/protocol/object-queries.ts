import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { lockUntilEnd } from '../../../../db/advisory-locks.ts'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { countOf } from '../../../platform/data/count-queries.ts'
import { PRODUCTS_BUCKET, USERS_BUCKET } from '../constants.ts'
import { isBucketName, isKey, pictureKindOf, productOfKey } from '../object-name.ts'
import type { ProductOwnership } from '../owners.ts'
import type { ObjectContent } from '../queries.ts'
import type { Actor } from './deps.ts'

export type StoredObject = Selectable<Tables['storage_objects']>

type ObjectAddress = Pick<StoredObject, 'bucket_id' | 'name'>

/** Returns an object that this actor may read: those in public buckets; the service all. */
export async function findReadable(db: Db | Tx, actor: Actor, bucketId: string, name: string) {
  if (!isBucketName(bucketId) || !isKey(name)) return undefined
  return readable(db, actor, bucketId)
    .selectAll('storage_objects')
    .where('storage_objects.name', '=', name)
    .executeTakeFirst()
}

function readable(db: Db | Tx, actor: Actor, bucketId: string) {
  const query = db
    .selectFrom('storage_objects')
    .innerJoin('storage_buckets', 'storage_buckets.id', 'bucket_id')
    .where('bucket_id', '=', bucketId)
  return actor.kind === 'service' ? query : query.where('public', '=', true)
}

/** Returns the readable ones among these names. */
export async function listReadable(db: Db, actor: Actor, bucketId: string, names: string[]) {
  const keys = names.filter(isKey)
  if (!isBucketName(bucketId) || keys.length === 0) return []
  return readable(db, actor, bucketId)
    .select('storage_objects.name')
    .where('storage_objects.name', 'in', keys)
    .execute()
}

/**
 * Returns whether this actor may write an object of this name. Users may in two buckets only: avatars under their own id,
 * and pictures of products that they own. In a transaction the product's row is locked against deletion.
 */
export async function mayWrite(
  db: Db | Tx,
  products: ProductOwnership,
  actor: Actor,
  { bucket_id: bucketId, name }: ObjectAddress,
): Promise<boolean> {
  const productId = productOfKey(name)
  if (actor.kind === 'service') return pictureKindOf(bucketId) !== 'product' || productId !== undefined
  if (actor.kind === 'anonymous') return false
  if (bucketId === USERS_BUCKET) return name.startsWith(`${actor.user_id}-`)
  if (bucketId !== PRODUCTS_BUCKET || actor.role !== 'seller' || !productId) return false
  return products.ownsProduct(db, actor.user_id, productId)
}

/** Locks a name, even without an object of that name; returns the object. */
export async function lockName(tx: Tx, bucketId: string, name: string): Promise<StoredObject | undefined> {
  // guard: object-name-lock
  await lockUntilEnd(tx, `${bucketId}/${name}`)
  return tx
    .selectFrom('storage_objects')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .where('name', '=', name)
    .forUpdate() // guard: object-lock
    .executeTakeFirst()
}

/** Returns the count of a user's avatars: the objects in the bucket `users` under the user's id. */
export function countAvatars(db: Db | Tx, userId: string): Promise<number> {
  const inBucket = db.selectFrom('storage_objects').where('bucket_id', '=', USERS_BUCKET)
  return countOf(inBucket.where('name', '>=', `${userId}-`).where('name', '<', `${userId}.`))
}

/** Locks the adding of avatars for a user until the transaction ends. */
export async function lockAvatars(tx: Tx, userId: string): Promise<void> {
  await lockUntilEnd(tx, `avatars of ${userId}`)
}

type NewObject = ObjectContent &
  Pick<StoredObject, 'bucket_id' | 'name' | 'owner_id' | 'cache_control' | 'user_metadata'>

/** Inserts the row of a stored blob; returns it. */
export function insertObject(tx: Tx, object: NewObject): Promise<StoredObject> {
  return tx
    .insertInto('storage_objects')
    .values({ ...object, user_metadata: asJson(object.user_metadata) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Replaces the bytes of an object, which keeps its id; returns it. */
export function replaceObject(tx: Tx, objectId: string, object: NewObject): Promise<StoredObject> {
  const { bucket_id: _bucket, name: _name, user_metadata, ...content } = object
  return tx
    .updateTable('storage_objects')
    .set({
      ...content,
      user_metadata: asJson(user_metadata),
      version: sql<string>`gen_random_uuid()`,
      updated_at: sql<Date>`now()`,
    })
    .where('object_id', '=', objectId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Renames an object that the transaction has locked. */
export async function renameObject(tx: Tx, objectId: string, name: string): Promise<void> {
  await tx
    .updateTable('storage_objects')
    .set({ name, updated_at: sql<Date>`now()` })
    .where('object_id', '=', objectId)
    .execute()
}

/** Objects of a bucket that an actor wants to remove. */
export interface Removal {
  actor: Actor
  bucket_id: string
  names: string[]
  /** With a single name: removes the object only in the version that was read. */
  version?: string
}

/** Returns the names that the actor may remove. */
export async function listRemovable(db: Db | Tx, products: ProductOwnership, removal: Removal): Promise<string[]> {
  const rows = await db
    .selectFrom('storage_objects')
    .select('name')
    .where((eb) => isRemovable(eb, products, removal))
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns the first names of a bucket after `after`, in order. */
export async function listNamesAfter(db: Db, bucketId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('storage_objects')
    .select('name')
    .where('bucket_id', '=', bucketId)
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

/** Deletes the objects that the actor may remove, and returns them. */
export function deleteRemovable(tx: Tx, products: ProductOwnership, removal: Removal): Promise<StoredObject[]> {
  return tx
    .deleteFrom('storage_objects')
    .where((eb) => isRemovable(eb, products, removal))
    .returningAll()
    .execute()
}

function isRemovable(
  eb: ExpressionBuilder<Tables, 'storage_objects'>,
  products: ProductOwnership,
  { actor, bucket_id, names, version }: Removal,
): Expression<SqlBool> {
  const keys = names.filter(isKey)
  if (!isBucketName(bucket_id) || keys.length === 0 || actor.kind === 'anonymous') return eb.lit(false)
  const isNamed = [eb('bucket_id', '=', bucket_id), eb('name', 'in', keys)]
  if (version !== undefined) isNamed.push(eb('version', '=', version))
  if (actor.kind === 'service') return eb.and(isNamed)
  const rights = [eb.and([eb('bucket_id', '=', USERS_BUCKET), sql<SqlBool>`starts_with(name, ${`${actor.user_id}-`})`])]
  if (actor.role === 'seller')
    rights.push(
      eb.and([
        eb('bucket_id', '=', PRODUCTS_BUCKET),
        products.owns(actor.user_id, sql<string>`split_part(storage_objects.name, '/', 1)`),
      ]),
    )
  return eb.and([...isNamed, eb.or(rights)])
}

function asJson(value: Record<string, unknown> | null): string | null {
  return value && JSON.stringify(value)
}
