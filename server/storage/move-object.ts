import { inTransaction } from '../../db/connect.ts'
import type { Actor } from './actor.ts'
import { objectExists, objectNotFound, writeRefused } from './errors.ts'
import { checkKey, isBucketName, isKey } from './object-name.ts'
import { deleteRemovable, findReadable, lockName, mayWrite, renameObject, type StoredObject } from './object-queries.ts'
import { noteDiscards } from './queries.ts'
import { type StoreDeps, storeObject } from './store-object.ts'

/** From where to where. */
export interface Journey {
  bucket_id: string
  source: string
  destination_bucket_id: string
  destination: string
}

/** Makes a second object of the same bytes; as an upload, with all that is asked of one. */
export async function copyObject(
  deps: StoreDeps,
  actor: Actor,
  journey: Journey,
  options: { upsert: boolean; metadata?: Record<string, unknown> | undefined },
): Promise<StoredObject> {
  const source = await findReadable(deps.db, actor, journey.bucket_id, journey.source)
  if (!source) throw objectNotFound()
  const stream = await deps.storage.blobs.read(source.blob)
  if (!stream) throw objectNotFound()
  try {
    return await storeObject(
      deps,
      actor,
      { bucket_id: journey.destination_bucket_id, key: journey.destination, upsert: options.upsert },
      {
        stream,
        mimetype: source.mimetype,
        cache_control: source.cache_control,
        user_metadata: options.metadata ?? source.user_metadata,
      },
    )
  } finally {
    stream.destroy()
  }
}

/** Gives an object another name; into another bucket it is copied, then removed. */
export async function moveObject(deps: StoreDeps, actor: Actor, journey: Journey): Promise<void> {
  checkKey(journey.destination)
  if (!isBucketName(journey.bucket_id) || !isKey(journey.source)) throw objectNotFound()
  if (journey.bucket_id === journey.destination_bucket_id) return renameWithin(deps, actor, journey)
  if (!(await mayWrite(deps.db, actor, journey.bucket_id, journey.source))) throw hiddenOrRefused(actor)
  await copyObject(deps, actor, journey, { upsert: false })
  await removeObjects(deps, actor, journey.bucket_id, [journey.source])
}

async function renameWithin({ db }: StoreDeps, actor: Actor, journey: Journey): Promise<void> {
  const { bucket_id, source, destination } = journey
  await inTransaction(db, async (tx) => {
    // In one order, so that two moves in opposite directions do not wait for each other.
    const locked = new Map<string, StoredObject | undefined>()
    for (const name of [source, destination].sort()) locked.set(name, await lockName(tx, bucket_id, name))
    const object = locked.get(source)
    if (!object) throw objectNotFound()
    for (const name of [source, destination])
      if (!(await mayWrite(tx, actor, bucket_id, name))) throw hiddenOrRefused(actor)
    if (locked.get(destination)) throw objectExists()
    await renameObject(tx, object.object_id, destination)
  })
}

const hiddenOrRefused = (actor: Actor) => (actor.kind === 'service' ? objectNotFound() : writeRefused())

/** Removes what of these this actor may remove, and answers it. The bytes go after the commit. */
export async function removeObjects(
  { db, storage }: StoreDeps,
  actor: Actor,
  bucketId: string,
  names: string[],
): Promise<StoredObject[]> {
  const removed = await inTransaction(db, async (tx) => {
    const rows = await deleteRemovable(tx, actor, bucketId, names)
    await noteDiscards(
      tx,
      rows.map(({ blob }) => blob),
      new Date(),
    )
    return rows
  })
  await storage.discard(removed.map(({ blob }) => blob))
  return removed
}
