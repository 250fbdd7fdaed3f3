import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import { MARKET_BUCKET, PRODUCTS_BUCKET, STORAGE_BASE, USERS_BUCKET } from './constants.ts'
import { invalidBucketName, invalidKey } from './errors.ts'
import { PICTURE_TYPE, type PictureKind } from './rewrite-picture.ts'

const MAX_KEY_BYTES = 1024
const KEY_PATTERN = /^[A-Za-z0-9 _/!.*'()&$=@;:+,?-]+$/
const BUCKET_PATTERN = /^[A-Za-z0-9 _!.*'()&$=@;:+,?-]{1,100}$/
const PICTURE_NAME_PATTERN = /^(?:featured_image|other_image_[1-3])$/

/**
 * Returns the key of a new object. Keys are names in the database, never paths; the protocol defines their form. Segments
 * `..` are refused, as a proxy or a program might take a key for a path. Throws `invalidKey`.
 */
export function checkKey(key: string): string {
  if (!isKey(key) || hasDotSegment(key)) throw invalidKey(key.slice(0, MAX_KEY_BYTES))
  return key
}

/** Returns whether a name is well-formed for an object; others never reach the database. */
export function isKey(key: string): boolean {
  return KEY_PATTERN.test(key) && key.length <= MAX_KEY_BYTES
}

/** Returns whether a segment is `.` or `..`, even between blanks. Keys have no `%`, so encoding cannot hide one. */
function hasDotSegment(name: string): boolean {
  return name.split('/').some((segment) => /^ *\.\.? *$/.test(segment))
}

/** Returns the name of a new bucket. Throws `invalidBucketName`. */
export function checkBucketName(name: string): string {
  if (!isBucketName(name) || hasDotSegment(name)) throw invalidBucketName()
  return name
}

/** Returns whether a name is well-formed for a bucket; others never reach the database. */
export function isBucketName(name: string): boolean {
  return BUCKET_PATTERN.test(name) && name.trim() === name
}

/** Returns the address of an object in a public bucket, as products and profiles contain it. */
export function publicAddress(bucketId: string, name: string): string {
  return `${STORAGE_BASE}/object/public/${bucketId}/${name}`
}

/** Returns the id of the product whose picture has this key; undefined for any other key. */
export function productOfKey(key: string): string | undefined {
  const [productId = '', name = '', ...more] = key.split('/')
  if (more.length || !PRODUCT_ID_PATTERN.test(productId) || !PICTURE_NAME_PATTERN.test(name)) return undefined
  return productId
}

/** Returns the kind of pictures in a bucket that contains only rewritten pictures; undefined for others. */
export function pictureKindOf(bucketId: string): PictureKind | undefined {
  if (bucketId === PRODUCTS_BUCKET) return 'product'
  return bucketId === USERS_BUCKET ? 'avatar' : undefined
}

/** Returns whether smaller widths of an object are served. */
export function hasSizes({ bucket_id, mimetype }: { bucket_id: string; mimetype: string }): boolean {
  return pictureKindOf(bucket_id) !== undefined || (bucket_id === MARKET_BUCKET && mimetype === PICTURE_TYPE)
}
