import { inTransaction } from '../../db/connect.ts'
import type { Tx } from '../../db/tables.ts'
import type { Actor } from './actor.ts'
import { objectChanged, objectExists, objectNotFound, writeRefused } from './errors.ts'
import { checkKey, isBucketName, isKey } from './object-name.ts'
import {
  deleteRemovable,
  deleteUnchanged,
  findReadable,
  lockName,
  mayWrite,
  renameObject,
  type StoredObject,
} from './object-queries.ts'
import { noteDiscards } from './queries.ts'
import { type StoreDeps, storeObject } from './store-object.ts'

/** From where to where. */
export interface Journey {
  bucket_id: string
  source: string
  destination_bucket_id: string
  destination: string
}

interface CopyOptions {
  upsert: boolean
  metadata?: Record<string, unknown> | undefined
}

/** Makes a second object of the same bytes; as an upload, with all that is asked of one. */
export async function copyObject(
  deps: StoreDeps,
  actor: Actor,
  journey: Journey,
  options: CopyOptions,
): Promise<StoredObject> {
  return copyFrom(deps, actor, await findSource(deps, actor, journey), journey, options)
}

async function findSource({ db }: StoreDeps, actor: Actor, journey: Journey): Promise<StoredObject> {
  const source = await findReadable(db, actor, journey.bucket_id, journey.source)
  if (!source) throw objectNotFound()
  return source
}

async function copyFrom(
  deps: StoreDeps,
  actor: Actor,
  source: StoredObject,
  journey: Journey,
  options: CopyOptions,
): Promise<StoredObject> {
  const stream = await deps.storage.blobs.read(source.blob)
  if (!stream) throw objectNotFound()
  const described = { cache_control: source.cache_control, user_metadata: options.metadata ?? source.user_metadata }
  try {
    return await storeObject(
      deps,
      actor,
      { bucket_id: journey.destination_bucket_id, key: journey.destination, upsert: options.upsert },
      {
        stream,
        mimetype: source.mimetype,
        describe: async () => described,
      },
    )
  } finally {
    stream.destroy()
  }
}

/**
 * Gives an object another name. Into another bucket it is copied, then removed; when it changed in between, the copy goes
 * again and nothing was moved.
 */
export async function moveObject(deps: StoreDeps, actor: Actor, journey: Journey): Promise<void> {
  checkKey(journey.destination)
  if (!isBucketName(journey.bucket_id) || !isKey(journey.source)) throw objectNotFound()
  if (journey.bucket_id === journey.destination_bucket_id) return renameWithin(deps, actor, journey)
  if (!(await mayWrite(deps.db, actor, journey.bucket_id, journey.source))) throw hiddenOrRefused(actor)
  const source = await findSource(deps, actor, journey)
  const copy = await copyFrom(deps, actor, source, journey, { upsert: false })
  if (await removeUnchanged(deps, actor, source)) return
  await removeUnchanged(deps, { kind: 'service' }, copy)
  throw objectChanged()
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
export function removeObjects(
  deps: StoreDeps,
  actor: Actor,
  bucketId: string,
  names: string[],
): Promise<StoredObject[]> {
  return removeRows(deps, (tx) => deleteRemovable(tx, actor, bucketId, names))
}

async function removeUnchanged(deps: StoreDeps, actor: Actor, object: StoredObject): Promise<boolean> {
  const removed = await removeRows(deps, async (tx) => ((await deleteUnchanged(tx, actor, object)) ? [object] : []))
  return removed.length > 0
}

async function removeRows(
  { db, storage }: StoreDeps,
  deleteRows: (tx: Tx) => Promise<StoredObject[]>,
): Promise<StoredObject[]> {
  const removed = await inTransaction(db, async (tx) => {
    const rows = await deleteRows(tx)
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
