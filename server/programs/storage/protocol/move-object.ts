import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { PRODUCTS_BUCKET } from '../constants.ts'
import { objectChanged, objectExists, objectNotFound, writeRefused } from '../errors.ts'
import { objectsChanged } from '../object-freshness.ts'
import { checkKey, pictureKindOf } from '../object-name.ts'
import { insertDiscards } from '../queries.ts'
import type { Actor, StoreDeps } from './deps.ts'
import {
  deleteRemovable,
  findReadable,
  listNamesAfter,
  listRemovable,
  lockName,
  mayWrite,
  type Removal,
  renameObject,
  type StoredObject,
} from './object-queries.ts'
import { storeObject } from './store-object.ts'

const EMPTIED_AT_ONCE = 500

interface MoveRequest {
  bucket_id: string
  source: string
  destination_bucket_id: string
  destination: string
}

interface CopyOptions {
  upsert: boolean
  /** Metadata of the copy; by default the source's. */
  overrides?: Pick<StoredObject, 'user_metadata'> & Partial<Pick<StoredObject, 'cache_control' | 'mimetype'>>
}

async function findSource(db: Db | Tx, actor: Actor, move: MoveRequest): Promise<StoredObject> {
  const source = await findReadable(db, actor, move.bucket_id, move.source)
  if (!source) throw objectNotFound()
  return source
}

/** Copies an object, with the same checks as an upload; returns both. */
export async function copyObject(deps: StoreDeps, actor: Actor, move: MoveRequest, options: CopyOptions) {
  const { upsert, overrides } = options
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
async function openSource(deps: StoreDeps, actor: Actor, move: MoveRequest) {
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
 * Renames an object. To another bucket it is copied, and the copy removed again when the original has changed or must stay.
 * Throws the protocol's errors.
 */
export async function moveObject(deps: StoreDeps, actor: Actor, move: MoveRequest): Promise<void> {
  checkKey(move.destination)
  if (move.bucket_id === move.destination_bucket_id) {
    await checkRename(deps, deps.db, actor, move)
    return renameWithin(deps, actor, move)
  }
  // A refusal must not reveal an object that the actor cannot see.
  await findSource(deps.db, actor, move)
  if (!(await mayWrite(deps.db, deps.products, actor, { bucket_id: move.bucket_id, name: move.source })))
    throw writeRefused()
  const { source, copy } = await copyObject(deps, actor, move, { upsert: false })
  let isMoved = false
  try {
    isMoved = await removeUnchanged(deps, actor, source)
  } finally {
    if (!isMoved) await removeUnchanged(deps, { kind: 'service' }, copy)
  }
  if (!isMoved) throw objectChanged()
}

async function checkRename({ products }: StoreDeps, db: Db | Tx, actor: Actor, move: MoveRequest): Promise<void> {
  await findSource(db, actor, move)
  for (const name of inLockOrder(move))
    if (!(await mayWrite(db, products, actor, { bucket_id: move.bucket_id, name }))) throw writeRefused()
}

/**
 * Returns both names in lock order, so that two moves in opposite directions do not deadlock: by product number, the order in
 * which orders lock products. Products are locked before their pictures, as everywhere.
 */
function inLockOrder({ source, destination }: MoveRequest): string[] {
  return [source, destination].sort((a, b) => a.indexOf('/') - b.indexOf('/') || (a < b ? -1 : 1))
}

async function renameWithin(deps: StoreDeps, actor: Actor, move: MoveRequest): Promise<void> {
  const { bucket_id, source, destination } = move
  const owners = ownersOf(deps, bucket_id)
  await inTransaction(deps.db, async (tx) => {
    await owners?.lock(tx, [source, destination])
    await checkRename(deps, tx, actor, move)
    const locked = new Map<string, StoredObject | undefined>()
    for (const name of inLockOrder(move)) locked.set(name, await lockName(tx, bucket_id, name))
    const object = locked.get(source)
    if (!object) throw objectNotFound()
    if (source === destination) return
    if (locked.get(destination)) throw objectExists()
    await renameObject(tx, object.object_id, destination)
    await objectsChanged(tx, bucket_id, source)
    await owners?.forget(tx, [source], { mayBeLast: actor.kind === 'service' })
  })
}

function ownersOf({ owners }: StoreDeps, bucketId: string) {
  const kind = pictureKindOf(bucketId)
  return kind && owners[kind]
}

/** Removes the objects that this actor may remove and returns them. Their bytes are removed after the commit. */
export async function removeObjects(deps: StoreDeps, removal: Removal): Promise<StoredObject[]> {
  const { actor, bucket_id } = removal
  // Admins may remove products, but only sellers remove pictures.
  if (bucket_id === PRODUCTS_BUCKET && actor.kind === 'user' && actor.role === 'admin') throw writeRefused()
  const names = await listRemovable(deps.db, deps.products, removal)
  return names.length ? removeRows(deps, { ...removal, names }) : []
}

/** Removes all objects of a bucket in batches, as an operator's program; the sweep removes the bytes. */
export async function emptyBucket(deps: StoreDeps, bucket_id: string): Promise<void> {
  const namesAfter = (last: string) => listNamesAfter(deps.db, bucket_id, last, EMPTIED_AT_ONCE)
  for (let names = await namesAfter(''); names.length; names = await namesAfter(names.at(-1) ?? ''))
    await deleteRows(deps, { actor: { kind: 'service' }, bucket_id, names })
}

async function removeUnchanged(deps: StoreDeps, actor: Actor, { bucket_id, name, version }: StoredObject) {
  return (await removeRows(deps, { actor, bucket_id, names: [name], version })).length > 0
}

async function removeRows(deps: StoreDeps, removal: Removal): Promise<StoredObject[]> {
  const removed = await deleteRows(deps, removal)
  await deps.storage.discard(removed.map(({ blob }) => blob))
  return removed
}

function deleteRows(deps: StoreDeps, removal: Removal): Promise<StoredObject[]> {
  const { actor, bucket_id, names } = removal
  const owners = ownersOf(deps, bucket_id)
  return inTransaction(deps.db, async (tx) => {
    await owners?.lock(tx, names)
    const rows = await deleteRemovable(tx, deps.products, removal)
    const removed = rows.map(({ name }) => name)
    const blobs = rows.map(({ blob }) => blob)
    if (!removed.length) return rows
    await insertDiscards(tx, blobs, new Date())
    await owners?.forget(tx, removed, { mayBeLast: actor.kind === 'service' })
    await objectsChanged(tx, bucket_id, removed.length === 1 ? removed[0] : '')
    return rows
  })
}
