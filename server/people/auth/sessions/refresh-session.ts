import { inTransaction, TransactionConflict } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import { REFRESH_REUSE_SECONDS } from '../../../../shared/auth/constants.ts'
import type { TokenRequest } from '../../../../shared/auth/schema.ts'
import { deriveKey } from '../../../platform/keys/secrets.ts'
import { validationFailed } from '../../accounts/errors.ts'
import type { Device, EventLog } from '../protocol/deps.ts'
import { refreshBanned, refreshTokenAlreadyUsed, refreshTokenNotFound, tooManyRefreshes } from '../protocol/errors.ts'
import {
  describeSession,
  hashRefreshToken,
  type OpenSession,
  REFRESH_TOKEN_PATTERN,
  type SessionDeps,
  successorOf,
} from './open-session.ts'
import {
  deleteSessions,
  lockSessionOfToken,
  readLiveTokenHash,
  readRefreshToken,
  replaceRefreshToken,
} from './queries.ts'

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
  const token_hash = hashRefreshToken(token)
  const session = await lockSessionOfToken(tx, token_hash)
  if (!session) throw refreshTokenNotFound()
  const { id: session_id, user_id, aal, amr } = session
  if (session.banned_until && session.banned_until > now) throw refreshBanned()

  const known = await readRefreshToken(tx, token_hash)
  if (!known) throw refreshTokenNotFound()
  const { revoked_at } = known
  if (!revoked_at) {
    const refresh_token = successorOf(token, key)
    const successor_hash = hashRefreshToken(refresh_token)
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
    if (hashRefreshToken(candidate).equals(liveHash)) return candidate
  }
  return undefined
}
