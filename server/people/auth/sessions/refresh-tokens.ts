import { createHmac, hash, randomBytes } from 'node:crypto'

/** 32 bytes as base64url; or the form of the protocol's own tokens, which we never issue: well-formed, but not found. */
export const REFRESH_TOKEN_PATTERN = /^(?:[A-Za-z0-9_-]{43}|[a-z0-9]{12})$/

/** Returns the first refresh token of a session: 256 random bits. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the token that replaces `token`: a keyed hash, so that a browser that lost the response, or refreshed from
 * several tabs at once, gets the same one again although the database stores only hashes.
 */
export function successorOf(token: string, key: Buffer): string {
  return createHmac('sha256', key).update(token).digest('base64url')
}

/** Returns the hash of a token that the database stores. */
export function hashRefreshToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
