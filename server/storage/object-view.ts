import type { StoredObject } from './object-queries.ts'

/** Quoted, as in the header; a picture has one for each width. */
export function etagOf({ content_hash }: StoredObject, width?: number): string {
  return `"${content_hash.slice(0, 32)}${width === undefined ? '' : `-w${width}`}"`
}

/** As `info` answers it. */
export function describeObject(object: StoredObject) {
  return {
    id: object.object_id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: object.size,
    content_type: object.mimetype,
    cache_control: object.cache_control,
    etag: etagOf(object),
    metadata: object.user_metadata ?? {},
    last_modified: object.updated_at.toISOString(),
    created_at: object.created_at.toISOString(),
  }
}

/** As lists show it; `name` may be shortened to what follows the folder. */
export function listItem(object: StoredObject, name = object.name) {
  return {
    name,
    id: object.object_id,
    updated_at: object.updated_at.toISOString(),
    created_at: object.created_at.toISOString(),
    last_accessed_at: object.updated_at.toISOString(),
    metadata: {
      eTag: etagOf(object),
      size: object.size,
      mimetype: object.mimetype,
      cacheControl: object.cache_control,
      lastModified: object.updated_at.toISOString(),
      contentLength: object.size,
      httpStatusCode: 200,
    },
  }
}

/** As the answer to `remove` and `copy` shows it. */
export function fullItem(object: StoredObject) {
  return {
    ...listItem(object),
    bucket_id: object.bucket_id,
    owner: object.owner_id ?? '',
    owner_id: object.owner_id ?? '',
    version: object.version,
    user_metadata: object.user_metadata,
  }
}
