import { hash } from 'node:crypto'

/** 162 bits in base64url, enough to rule out collisions. */
const HASH_LENGTH = 27

/** Returns a hash of the content; in quotes it is a strong validator. */
export function hashOf(bytes: Buffer | string): string {
  return hash('sha256', bytes, 'base64url').slice(0, HASH_LENGTH)
}

/** Returns whether `If-None-Match` lists the etag of the response. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
