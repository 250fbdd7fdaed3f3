import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../../db/tables.ts'
import { ACCESS_TOKEN_SECONDS } from '../../../../shared/auth/constants.ts'
import type { AccountSession } from '../../../../shared/auth/schema.ts'
import type { Device, ProtocolDeps } from '../protocol/deps.ts'
import { userNotFound } from '../protocol/errors.ts'
import { appMetadata, toUser } from '../protocol/user-object.ts'
import { readUser } from '../protocol/user-queries.ts'
import type { AccessTokens } from './access-tokens.ts'
import { type AuthMethod, insertRefreshToken, insertSession } from './queries.ts'
import type { SessionLookup } from './session-lookup.ts'

export interface SessionDeps extends ProtocolDeps {
  accessTokens: AccessTokens
  sessions: SessionLookup
}

/** A session's state as its next access token carries it. */
export interface OpenSession {
  session_id: string
  user_id: string
  aal: 'aal1' | 'aal2'
  /** Authentication methods, newest first. */
  amr: AuthMethod[]
  refresh_token: string
}

/** Opens a session for a user who authenticated by `method`, as the session's amr names it. */
export async function openSession(
  tx: Tx,
  { user_id, method, device, now }: { user_id: string; method: string; device: Device; now: Date },
): Promise<OpenSession> {
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  const session_id = await insertSession(tx, { user_id, amr, now, ...device })
  return { session_id, user_id, aal: 'aal1', amr, refresh_token: await addRefreshToken(tx, session_id) }
}

/** Returns a session in the protocol's form, with a new access token. Throws AppError 403 when its account is gone. */
export async function describeSession(deps: SessionDeps, session: OpenSession): Promise<AccountSession> {
  const { user_id, session_id, aal, amr, refresh_token } = session
  const user = await readUser(deps.db, user_id)
  if (!user) throw userNotFound()
  const issued = await deps.accessTokens.issue({
    user_id,
    session_id,
    aal,
    amr,
    email: user.email ?? '',
    phone: user.phone ?? '',
    is_anonymous: user.is_anonymous,
    app_metadata: appMetadata(user),
  })
  return { ...issued, token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS, refresh_token, user: toUser(user) }
}

/** 32 bytes as base64url, or the protocol's own form, which we never issue but must report as not found. */
export const REFRESH_TOKEN_PATTERN = /^(?:[A-Za-z0-9_-]{43}|[a-z0-9]{12})$/

/** Adds a refresh token that replaces none to a session and returns it: 256 random bits. */
export async function addRefreshToken(tx: Tx, session_id: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertRefreshToken(tx, { token_hash: hashRefreshToken(token), session_id, parent_hash: null })
  return token
}

/**
 * Returns the token that replaces `token`: a keyed hash of it, so that a browser that lost the response, or refreshed from
 * several tabs at once, gets the same one again although the database stores only hashes.
 */
export function successorOf(token: string, key: Buffer): string {
  return createHmac('sha256', key).update(token).digest('base64url')
}

/** Returns the hash of a token that the database stores. */
export function hashRefreshToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
