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
import { insertDiscards } from './queries.ts'
import { type StoreDeps, storeObject } from './store-object.ts'

/** The source and the destination. */
export interface MoveRequest {
  bucket_id: string
  source: string
  destination_bucket_id: string
  destination: string
}

interface CopyOptions {
  upsert: boolean
  /** Metadata of the copy; by default the source's. */
  overrides?: Overrides | undefined
}

interface Overrides extends Pick<StoredObject, 'user_metadata'> {
  cache_control?: string | undefined
  mimetype?: string | undefined
}

/** Copies an object, with the same checks as an upload; returns the copy. */
export async function copyObject(
  deps: StoreDeps,
  actor: Actor,
  move: MoveRequest,
  options: CopyOptions,
): Promise<StoredObject> {
  return (await copyFrom(deps, actor, move, options)).copy
}

async function findSource(db: Db | Tx, actor: Actor, move: MoveRequest): Promise<StoredObject> {
  const source = await findReadable(db, actor, move.bucket_id, move.source)
  if (!source) throw objectNotFound()
  return source
}

async function copyFrom(
  deps: StoreDeps,
  actor: Actor,
  move: MoveRequest,
  { upsert, overrides }: CopyOptions,
): Promise<{ source: StoredObject; copy: StoredObject }> {
  const { source, stream } = await openSource(deps, actor, move)
  const { cache_control = source.cache_control, mimetype = source.mimetype, user_metadata } = overrides ?? source
  try {
    const copy = await storeObject(
      deps,
      actor,
      { bucket_id: move.destination_bucket_id, key: move.destination, upsert },
      { stream, mimetype, describe: async () => ({ cache_control, user_metadata }) },
    )
    return { source, copy }
  } finally {
    stream.destroy()
  }
}

/** Returns the source with its bytes; looks it up again when they are replaced in between. */
async function openSource(
  deps: StoreDeps,
  actor: Actor,
  move: MoveRequest,
): Promise<{ source: StoredObject; stream: Readable }> {
  let missing = ''
  for (;;) {
    const source = await findSource(deps.db, actor, move)
    if (source.blob === missing) throw objectNotFound()
    const stream = await deps.storage.blobs.read(source.blob)
    if (stream) return { source, stream }
    missing = source.blob
  }
}

/**
 * Renames an object. To another bucket it is copied, then removed; when it changed in between, the copy is removed again
 * and nothing is moved. Throws the protocol's errors.
 */
export async function moveObject(deps: StoreDeps, actor: Actor, move: MoveRequest): Promise<void> {
  checkKey(move.destination)
  if (move.bucket_id === move.destination_bucket_id) return renameWithin(deps, actor, move)
  // A refusal must not reveal an object that the actor cannot see.
  await findSource(deps.db, actor, move)
  if (!(await mayWrite(deps.db, deps.products, actor, { bucket_id: move.bucket_id, name: move.source })))
    throw writeRefused()
  const { source, copy } = await copyFrom(deps, actor, move, { upsert: false })
  if (await removeUnchanged(deps, actor, source)) return
  await removeUnchanged(deps, { kind: 'service' }, copy)
  throw objectChanged()
}

async function renameWithin({ db, products }: StoreDeps, actor: Actor, move: MoveRequest): Promise<void> {
  const { bucket_id, source, destination } = move
  await inTransaction(db, async (tx) => {
    await findSource(tx, actor, move)
    // In one order, so that two moves in opposite directions do not deadlock: by product number, as orders lock products.
    // Products come before their pictures, as everywhere.
    const names = [source, destination].sort((a, b) => a.indexOf('/') - b.indexOf('/') || (a < b ? -1 : 1))
    for (const name of names) if (!(await mayWrite(tx, products, actor, { bucket_id, name }))) throw writeRefused()
    const locked = new Map<string, StoredObject | undefined>()
    for (const name of names) locked.set(name, await lockName(tx, bucket_id, name))
    const object = locked.get(source)
    if (!object) throw objectNotFound()
    if (source === destination) return
    if (locked.get(destination)) throw objectExists()
    await renameObject(tx, object.object_id, destination)
  })
}

/** Removes those of the names that this actor may remove; returns the objects. The bytes are removed after the commit. */
export function removeObjects(
  deps: StoreDeps,
  actor: Actor,
  bucketId: string,
  names: string[],
): Promise<StoredObject[]> {
  return removeRows(deps, (tx) => deleteRemovable(tx, deps.products, actor, bucketId, names))
}

async function removeUnchanged(deps: StoreDeps, actor: Actor, object: StoredObject): Promise<boolean> {
  const removed = await removeRows(deps, async (tx) =>
    (await deleteUnchanged(tx, deps.products, actor, object)) ? [object] : [],
  )
  return removed.length > 0
}

async function removeRows(
  { db, storage }: StoreDeps,
  deleteRows: (tx: Tx) => Promise<StoredObject[]>,
): Promise<StoredObject[]> {
  const removed = await inTransaction(db, async (tx) => {
    const rows = await deleteRows(tx)
    await insertDiscards(
      tx,
      rows.map(({ blob }) => blob),
      new Date(),
    )
    return rows
  })
  await storage.discard(removed.map(({ blob }) => blob))
  return removed
}
