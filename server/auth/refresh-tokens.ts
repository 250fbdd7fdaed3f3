import { createHmac, hash, randomBytes } from 'node:crypto'

/** 32 bytes as base64url; or the protocol's own form, which is none of ours, but well formed: not found, not malformed. */
export const REFRESH_TOKEN_PATTERN = /^(?:[A-Za-z0-9_-]{43}|[a-z0-9]{12})$/

/** The first refresh token of a session: 256 random bits. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The token that replaces `token`: a keyed hash, so that a browser that lost the answer, or asked from several tabs at
 * once, gets the same one again though the database keeps only hashes. Without the key nobody can compute it.
 */
export function successorOf(token: string, key: Buffer): string {
  return createHmac('sha256', key).update(token).digest('base64url')
}

/** What the database keeps of a token. */
export function hashRefreshToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
