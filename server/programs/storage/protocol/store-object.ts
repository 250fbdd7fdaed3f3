import type { Readable } from 'node:stream'
import { FOREIGN_KEY_VIOLATION, inTransaction, sqlState } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { MAX_AVATARS } from '../../../../shared/accounts/constants.ts'
import { MAX_OBJECT_BYTES, PICTURE_CACHE_CONTROL, PRODUCTS_BUCKET, USERS_BUCKET } from '../constants.ts'
import { bucketNotFound, objectExists, storageFull, tooManyAvatars, typeNotAllowed, writeRefused } from '../errors.ts'
import { objectsChanged } from '../object-freshness.ts'
import { checkKey, pictureKindOf } from '../object-name.ts'
import { claimBlobs, insertDiscards, isOverQuota } from '../queries.ts'
import { receiveFile } from '../receive-file.ts'
import { PICTURE_TYPE, rewritePicture } from '../rewrite-picture.ts'
import { type Bucket, findBucket } from './bucket-queries.ts'
import type { Actor, StoreDeps } from './deps.ts'
import {
  countAvatars,
  findReadable,
  insertObject,
  lockAvatars,
  lockName,
  mayWrite,
  replaceObject,
  type StoredObject,
} from './object-queries.ts'

/** Tools create an empty file of this name to keep an empty folder, in buckets of any type. */
const EMPTY_FOLDER = '.emptyFolderPlaceholder'

export interface Upload {
  bucket_id: string
  key: string
  upsert: boolean
}

/** The bytes and their metadata. */
export interface Content {
  stream: Readable
  mimetype: string
  /** Returns the rest of the metadata, which may follow the bytes. Call it after they are read. */
  describe: () => Promise<Pick<StoredObject, 'cache_control' | 'user_metadata'>>
}

/** Checks an upload before its bytes are read; returns the bucket. Throws the protocol's errors. */
export async function checkUpload({ db, products }: StoreDeps, actor: Actor, upload: Upload): Promise<Bucket> {
  checkKey(upload.key)
  const bucket = await findBucket(db, upload.bucket_id)
  if (!bucket) throw bucketNotFound()
  if (!(await mayWrite(db, products, actor, { bucket_id: bucket.id, name: upload.key }))) throw writeRefused()
  const present = await findReadable(db, { kind: 'service' }, bucket.id, upload.key)
  if (present && !upload.upsert) throw objectExists()
  if (!present) await requireAvatarRoom(db, actor, bucket.id)
  return bucket
}

async function requireAvatarRoom(db: Db | Tx, actor: Actor, bucketId: string): Promise<void> {
  if (!isLimited(actor, bucketId)) return
  if ((await countAvatars(db, actor.user_id)) >= MAX_AVATARS) throw tooManyAvatars()
}

/** Returns whether the count is limited: the operator's programs are not, product pictures are by their names. */
function isLimited(actor: Actor, bucketId: string): actor is Extract<Actor, { kind: 'user' }> {
  return actor.kind === 'user' && bucketId === USERS_BUCKET
}

/** Stores bytes and the object's row, pictures rewritten; returns the object. Throws the protocol's errors. */
export async function storeObject(deps: StoreDeps, actor: Actor, upload: Upload, content: Content) {
  const bucket = await checkUpload(deps, actor, upload)
  const kind = pictureKindOf(bucket.id)
  const staged = await stageContent(deps, bucket, upload.key, content)
  let discarded = [staged.blob]
  try {
    const { cache_control, user_metadata } = await content.describe()
    const stored = await inTransaction(deps.db, (tx) =>
      writeRow(tx, deps, actor, upload, {
        ...staged,
        bucket_id: bucket.id,
        name: upload.key,
        owner_id: actor.kind === 'user' ? actor.user_id : null,
        // A replaced picture keeps its address: clients must revalidate.
        cache_control: kind ? PICTURE_CACHE_CONTROL : cache_control,
        user_metadata,
      }),
    )
    discarded = stored.replaced
    return stored.object
  } catch (error) {
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error
    // The bucket, or the user, was deleted during the upload.
    throw (await findBucket(deps.db, bucket.id)) ? writeRefused() : bucketNotFound()
  } finally {
    await deps.storage.discard(discarded)
  }
}

async function stageContent({ storage }: StoreDeps, bucket: Bucket, key: string, content: Content) {
  const kind = pictureKindOf(bucket.id)
  const isPlaceholder = !kind && key.endsWith(EMPTY_FOLDER)
  const type = typeOf(content.mimetype)
  const allowed = bucket.allowed_mime_types ?? []
  if (!isPlaceholder && allowed.length > 0 && !allowed.some((one) => matches(type, one))) throw typeNotAllowed(type)
  const limit = isPlaceholder ? 0 : Math.min(bucket.file_size_limit ?? MAX_OBJECT_BYTES, MAX_OBJECT_BYTES)
  const received = await receiveFile(storage.incoming, content.stream, limit)
  return kind
    ? storage.stage(await rewritePicture(received, kind), PICTURE_TYPE)
    : storage.stage(received, content.mimetype)
}

function typeOf(mimetype: string): string {
  return mimetype.split(';')[0]?.trim().toLowerCase() ?? ''
}

function matches(type: string, allowed: string): boolean {
  return typeOf(allowed) === type || (allowed.endsWith('/*') && type.startsWith(allowed.slice(0, -1)))
}

async function writeRow(
  tx: Tx,
  { products, storage, owners }: StoreDeps,
  actor: Actor,
  upload: Upload,
  row: Parameters<typeof insertObject>[1],
): Promise<{ object: StoredObject; replaced: string[] }> {
  const owner = row.bucket_id === PRODUCTS_BUCKET ? owners.product : undefined
  await owner?.lock(tx, [row.name])
  if (!(await mayWrite(tx, products, actor, row))) throw writeRefused()
  const present = await lockName(tx, row.bucket_id, row.name)
  if (present && !upload.upsert) throw objectExists()
  if (!present && isLimited(actor, row.bucket_id)) {
    // guard: avatars-lock
    await lockAvatars(tx, actor.user_id)
    await requireAvatarRoom(tx, actor, row.bucket_id)
  }
  await claimBlobs(tx, [row.blob])
  if (present) await insertDiscards(tx, [present.blob], new Date())
  if (present) await objectsChanged(tx, row.bucket_id, row.name)
  const object = present ? await replaceObject(tx, present.object_id, row) : await insertObject(tx, row)
  if (present) await owner?.replace?.(tx, object)
  const { maxMibPerAccount } = storage
  if (row.owner_id && (await isOverQuota(tx, row.owner_id, maxMibPerAccount))) throw storageFull(maxMibPerAccount)
  return { object, replaced: present ? [present.blob] : [] }
}
