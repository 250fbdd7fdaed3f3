export const STORAGE_BASE = '/storage/v1'
/** Buckets that are there from the start, with rules of their own. */
export const USERS_BUCKET = 'users'
export const PRODUCTS_BUCKET = 'products'

/** A picture that comes in, before it is rewritten. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
/** So many avatars a person may have stored; one is shown. At most 0.1 MB each, they are 20 MB. */
export const MAX_AVATARS = 200
/** Whatever a bucket allows, one object holds at most so much. */
export const MAX_OBJECT_BYTES = 50 * 1024 * 1024
/** May be kept for an hour; after that the browser asks, because a replaced picture keeps its address. */
export const PICTURE_CACHE_CONTROL = 'public, max-age=3600, must-revalidate'
/** For addresses that carry the hash of the content. */
export const FOREVER_CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** So much of the hash tells the contents of one address apart. */
export const VERSION_LENGTH = 16
/** Addresses for reading are good for at most a year. */
export const MAX_SIGNED_SECONDS = 365 * 24 * 3600
