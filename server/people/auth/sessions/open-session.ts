import { createHmac, randomBytes } from 'node:crypto'
import { inTransaction, TransactionConflict } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import { ACCESS_TOKEN_SECONDS, REFRESH_REUSE_SECONDS } from '../../../../shared/auth/constants.ts'
import type { AccountSession, TokenRequest } from '../../../../shared/auth/schema.ts'
import { deriveKey, hashToken } from '../../../platform/keys/secrets.ts'
import { validationFailed } from '../../accounts/errors.ts'
import type { Device, EventLog, ProtocolDeps } from '../protocol/deps.ts'
import {
  refreshBanned,
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  tooManyRefreshes,
  userNotFound,
} from '../protocol/errors.ts'
import { appMetadata, toUser } from '../protocol/user-object.ts'
import { readUser } from '../protocol/user-queries.ts'
import type { AccessTokens } from './access-tokens.ts'
import {
  type AuthMethod,
  deleteSessions,
  insertRefreshToken,
  insertSession,
  lockSessionOfToken,
  readLiveTokenHash,
  readRefreshToken,
  replaceRefreshToken,
} from './queries.ts'
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
const REFRESH_TOKEN_PATTERN = /^(?:[A-Za-z0-9_-]{43}|[a-z0-9]{12})$/

/** Adds a refresh token that replaces none to a session and returns it: 256 random bits. */
export async function addRefreshToken(tx: Tx, session_id: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertRefreshToken(tx, { token_hash: hashToken(token), session_id, parent_hash: null })
  return token
}

/**
 * Returns the token that replaces `token`: a keyed hash of it, so that a browser that lost the response, or refreshed from
 * several tabs at once, gets the same one again although the database stores only hashes.
 */
function successorOf(token: string, key: Buffer): string {
  return createHmac('sha256', key).update(token).digest('base64url')
}

/** A session cannot go through more generations while a replaced token is still accepted. */
const MAX_GENERATIONS = 200

/**
 * Replaces a refresh token and returns the session. For 10 s the replaced token still returns the session's live one, as
 * tabs refresh at the same time; after that its use ends the session. Throws AppError 400, and 409 when too many refresh at
 * once.
 */
export async function refreshSession(deps: SessionDeps, request: TokenRequest, device: Device, log: EventLog) {
  const token = request.refresh_token ?? ''
  if (!REFRESH_TOKEN_PATTERN.test(token)) throw validationFailed('Refresh token is not valid')
  const now = deps.clock()
  const key = deriveKey(deps.secrets, 'refresh tokens')
  const outcome = await inTransaction(deps.db, (tx) => exchange(tx, { token, key, now, device })).catch((error) => {
    throw error instanceof TransactionConflict ? tooManyRefreshes(error) : error
  })
  if ('reused' in outcome) {
    deps.sessions.invalidate([outcome.reused.session_id])
    log.warn({ event: 'refresh_token_reused', ...outcome.reused })
    throw refreshTokenAlreadyUsed()
  }
  return describeSession(deps, outcome)
}

type Outcome = OpenSession | { reused: { session_id: string; user_id: string } }

async function exchange(
  tx: Tx,
  { token, key, now, device }: { token: string; key: Buffer; now: Date; device: Device },
): Promise<Outcome> {
  const token_hash = hashToken(token)
  const session = await lockSessionOfToken(tx, token_hash)
  if (!session) throw refreshTokenNotFound()
  const { id: session_id, user_id, aal, amr } = session
  if (session.banned_until && session.banned_until > now) throw refreshBanned()

  const known = await readRefreshToken(tx, token_hash)
  if (!known) throw refreshTokenNotFound()
  const { revoked_at } = known
  if (!revoked_at) {
    const refresh_token = successorOf(token, key)
    const successor_hash = hashToken(refresh_token)
    await replaceRefreshToken(tx, { token_hash, successor_hash, session_id, user_id, now, ...device })
    return { session_id, user_id, aal, amr, refresh_token }
  }
  if (now.getTime() - revoked_at.getTime() <= REFRESH_REUSE_SECONDS * 1000) {
    const refresh_token = findLive(token, key, await readLiveTokenHash(tx, session_id))
    if (refresh_token) return { session_id, user_id, aal, amr, refresh_token }
  }
  // Returned, not thrown: the transaction has to commit the end of the session.
  await deleteSessions(tx, user_id, { scope: 'local', session_id })
  return { reused: { session_id, user_id } }
}

function findLive(token: string, key: Buffer, liveHash: Buffer | undefined): string | undefined {
  let candidate = token
  for (let generation = 0; liveHash && generation < MAX_GENERATIONS; generation++) {
    candidate = successorOf(candidate, key)
    if (hashToken(candidate).equals(liveHash)) return candidate
  }
  return undefined
}
