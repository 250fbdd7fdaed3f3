import { MAX_PICTURE_MB } from '../../../shared/catalog/constants.ts'
import { DAY_SECONDS } from '../../platform/config/clock.ts'

export const STORAGE_BASE = '/storage/v1'
/** Built-in buckets with special rules. */
export const USERS_BUCKET = 'users'
export const PRODUCTS_BUCKET = 'products'
export const MARKET_BUCKET = 'market'
/** Private: accounts reach it only through the API. */
export const DOCUMENTS_BUCKET = 'documents'
/** The buckets that only the API writes; programs neither change, nor empty, nor remove them. */
export const OWN_BUCKETS: readonly string[] = [MARKET_BUCKET, DOCUMENTS_BUCKET]

/** The limit of an uploaded picture, before it is rewritten. */
export const MAX_PICTURE_BYTES = MAX_PICTURE_MB * 1024 * 1024
/** The largest object, whatever the limit of its bucket. */
export const MAX_OBJECT_BYTES = 50 * 1024 * 1024
/** For an hour, then revalidated: a replaced picture keeps its address. */
export const PICTURE_CACHE_CONTROL = 'public, max-age=3600, must-revalidate'
/** For addresses that carry the hash of the content. */
export const FOREVER_CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** The length of the prefix of the hash that identifies a version. */
export const VERSION_LENGTH = 16
/** Signed addresses for reading expire after at most a year. */
export const MAX_SIGNED_SECONDS = 365 * DAY_SECONDS
