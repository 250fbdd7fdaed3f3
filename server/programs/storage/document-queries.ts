import type { Db, Tx } from '../../../db/tables.ts'
import { DOCUMENTS_BUCKET } from './constants.ts'
import { claimBlobs, deleteFiles, insertFiles } from './queries.ts'
import type { StagedBlob } from './storage.ts'

// An account has at most one document, under its id.

/** Stores a staged document of an account in place of the former one; returns the blobs to discard after the commit. */
export async function replaceDocument(tx: Tx, owner_id: string, staged: StagedBlob): Promise<string[]> {
  const replaced = await removeDocuments(tx, [owner_id])
  await claimBlobs(tx, [staged.blob])
  const stored = { bucket_id: DOCUMENTS_BUCKET, name: owner_id, owner_id, cache_control: 'no-store' }
  await insertFiles(tx, [{ ...staged, ...stored }])
  return replaced
}

/** Removes the documents of accounts; returns the blobs to discard after the commit. */
export function removeDocuments(tx: Tx, ownerIds: readonly string[]): Promise<string[]> {
  return deleteFiles(tx, DOCUMENTS_BUCKET, ownerIds)
}

/** Returns the documents of accounts, by account. */
export async function listDocuments(db: Db | Tx, ownerIds: readonly string[]) {
  if (!ownerIds.length) return new Map()
  const stored = await documents(db, ownerIds).select(['name', 'mimetype', 'size', 'created_at']).execute()
  return new Map(
    stored.map(({ name, mimetype, size, created_at }) => [
      name,
      { mimetype, size, stored_at: created_at.toISOString() },
    ]),
  )
}

/** Returns the document of an account, undefined without one. */
export function findDocument(db: Db, ownerId: string) {
  return documents(db, [ownerId]).selectAll().executeTakeFirst()
}

function documents(db: Db | Tx, ownerIds: readonly string[]) {
  return db.selectFrom('storage_objects').where('bucket_id', '=', DOCUMENTS_BUCKET).where('name', 'in', ownerIds)
}
