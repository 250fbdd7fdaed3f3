import type { Readable } from 'node:stream'
import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor } from './actor.ts'
import { objectChanged, objectExists, objectNotFound, writeRefused } from './errors.ts'
import { checkKey } from './object-name.ts'
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
  /** Its own facts; what is not named is as with the source. */
  described?: OwnFacts | undefined
}

interface OwnFacts extends Pick<StoredObject, 'user_metadata'> {
  cache_control?: string | undefined
  mimetype?: string | undefined
}

/** Makes a second object of the same bytes; as an upload, with all that is asked of one. */
export async function copyObject(
  deps: StoreDeps,
  actor: Actor,
  journey: Journey,
  options: CopyOptions,
): Promise<StoredObject> {
  return (await copyFrom(deps, actor, journey, options)).copy
}

async function findSource(db: Db | Tx, actor: Actor, journey: Journey): Promise<StoredObject> {
  const source = await findReadable(db, actor, journey.bucket_id, journey.source)
  if (!source) throw objectNotFound()
  return source
}

async function copyFrom(
  deps: StoreDeps,
  actor: Actor,
  journey: Journey,
  { upsert, described }: CopyOptions,
): Promise<{ source: StoredObject; copy: StoredObject }> {
  const { source, stream } = await openSource(deps, actor, journey)
  const { cache_control = source.cache_control, mimetype = source.mimetype, user_metadata } = described ?? source
  try {
    const copy = await storeObject(
      deps,
      actor,
      { bucket_id: journey.destination_bucket_id, key: journey.destination, upsert },
      { stream, mimetype, describe: async () => ({ cache_control, user_metadata }) },
    )
    return { source, copy }
  } finally {
    stream.destroy()
  }
}

/** The source with its bytes; when it gets others between the two, it is looked up again. */
async function openSource(
  deps: StoreDeps,
  actor: Actor,
  journey: Journey,
): Promise<{ source: StoredObject; stream: Readable }> {
  let missing = ''
  for (;;) {
    const source = await findSource(deps.db, actor, journey)
    if (source.blob === missing) throw objectNotFound()
    const stream = await deps.storage.blobs.read(source.blob)
    if (stream) return { source, stream }
    missing = source.blob
  }
}

/**
 * Gives an object another name. Into another bucket it is copied, then removed; when it changed in between, the copy goes
 * again and nothing was moved.
 */
export async function moveObject(deps: StoreDeps, actor: Actor, journey: Journey): Promise<void> {
  checkKey(journey.destination)
  if (journey.bucket_id === journey.destination_bucket_id) return renameWithin(deps, actor, journey)
  // Whoever may not see it does not learn from a refusal that it is there.
  await findSource(deps.db, actor, journey)
  if (!(await mayWrite(deps.db, actor, journey.bucket_id, journey.source))) throw writeRefused()
  const { source, copy } = await copyFrom(deps, actor, journey, { upsert: false })
  if (await removeUnchanged(deps, actor, source)) return
  await removeUnchanged(deps, { kind: 'service' }, copy)
  throw objectChanged()
}

async function renameWithin({ db }: StoreDeps, actor: Actor, journey: Journey): Promise<void> {
  const { bucket_id, source, destination } = journey
  await inTransaction(db, async (tx) => {
    await findSource(tx, actor, journey)
    // In one order, so that two moves in opposite directions do not wait for each other: that of the products' numbers, by
    // which orders lock them, too. Products come before their pictures, as everywhere.
    const names = [source, destination].sort((a, b) => a.indexOf('/') - b.indexOf('/') || (a < b ? -1 : 1))
    for (const name of names) if (!(await mayWrite(tx, actor, bucket_id, name))) throw writeRefused()
    const locked = new Map<string, StoredObject | undefined>()
    for (const name of names) locked.set(name, await lockName(tx, bucket_id, name))
    const object = locked.get(source)
    if (!object) throw objectNotFound()
    if (source === destination) return
    if (locked.get(destination)) throw objectExists()
    await renameObject(tx, object.object_id, destination)
  })
}

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
