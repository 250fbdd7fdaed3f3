import {
  MAX_DISPLAY_NAME_LENGTH,
  MAX_USER_METADATA_BYTES,
  MAX_USER_METADATA_DEPTH,
} from '../../../shared/accounts/constants.ts'
import { nameMessages } from '../../../shared/kernel/name-messages.ts'
import { isPlainLine, isPlainName } from '../../../shared/kernel/text.ts'
import { withoutPaymentDetails } from '../../../shared/orders/rules.ts'
import { metadataTooLarge, validationFailed } from './errors.ts'

export type Metadata = Record<string, unknown>

/** Keys of `user_metadata` that only the server writes: values for them in a request are dropped. */
const SERVER_KEYS = new Set(['sub', 'email', 'email_verified', 'phone_verified', 'role', 'cart'])

/** Keys of `user_metadata` that clients and programs show as the name of a user. */
const NAME_KEYS = ['display_name', 'full_name', 'name', 'preferred_username', 'user_name']

/**
 * Returns the metadata with a request's changes merged in at the top level: a value replaces, null deletes. Keys of the
 * server and payment details are dropped. Throws AppError 4xx for text and numbers that the database cannot store
 * unchanged, for a display name or picture that is not allowed, and for more than 8 kB in all.
 */
export function mergeMetadata(
  stored: Metadata,
  changes: Metadata,
  options: { isOwnPicture: (address: unknown) => boolean },
): Metadata {
  // Checked before the values. Nulls, which delete keys, may double the size.
  if (Buffer.byteLength(JSON.stringify(changes)) > 2 * MAX_USER_METADATA_BYTES) throw metadataTooLarge()
  checkValues(changes, MAX_USER_METADATA_DEPTH)
  const merged = new Map(Object.entries(stored))
  for (const [key, value] of Object.entries(withoutPaymentDetails(changes))) {
    if (SERVER_KEYS.has(key)) continue
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  checkDisplayName(changes.display_name)
  for (const key of NAME_KEYS) checkName(key, changes[key])
  if (changes.avatar_url != null && !options.isOwnPicture(changes.avatar_url))
    throw validationFailed('avatar_url must be a picture kept by this server')
  const metadata = Object.fromEntries(merged)
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_USER_METADATA_BYTES) throw metadataTooLarge()
  return metadata
}

function checkDisplayName(name: unknown): void {
  if (name == null) return
  if (typeof name !== 'string' || name.length > MAX_DISPLAY_NAME_LENGTH)
    throw validationFailed(`display_name must be text of at most ${MAX_DISPLAY_NAME_LENGTH} characters`)
}

function checkName(key: string, name: unknown): void {
  if (typeof name === 'string' && !isPlainName(name)) throw validationFailed(`${key}: ${nameMessages.notPlain}`)
}

function checkValues(value: unknown, depth: number): void {
  if (typeof value === 'string' && !isPlainLine(value))
    throw validationFailed('data must not contain control characters or broken Unicode')
  // PostgreSQL would store 1e300 with all its zeros; 1e999, which JSON.parse reads as Infinity, would be stored as null.
  if (typeof value === 'number' && (!Number.isFinite(value) || String(value).includes('e')))
    throw validationFailed('data must not contain numbers that need an exponent')
  if (typeof value !== 'object' || value === null) return
  if (depth === 0) throw validationFailed('data is nested too deeply')
  for (const [key, member] of Object.entries(value)) {
    checkValues(key, 0)
    checkValues(member, depth - 1)
  }
}
