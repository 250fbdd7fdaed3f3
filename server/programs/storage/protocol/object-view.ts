import type { StoredObject } from './object-queries.ts'

/** Returns the ETag with its quotes; a picture has one for each width. */
export function etagOf({ content_hash }: StoredObject, width?: number): string {
  return `"${content_hash.slice(0, 32)}${width === undefined ? '' : `-w${width}`}"`
}

/** Returns an object in the form of `info`. */
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

/** Returns an object in the form of lists; `name` may be relative to the folder. */
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

/** Returns an object in the form of `remove` and `copy`. */
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
