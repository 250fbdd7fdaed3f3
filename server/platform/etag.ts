import { createHash } from 'node:crypto'

/** In base64url: 162 bits, more than enough that no two contents meet. */
const HASH_LENGTH = 27

/** Names the content: the same bytes have the same hash. To be put into quotes as a strong validator. */
export function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_LENGTH)
}

/** Whether `If-None-Match` names what the client would get. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
