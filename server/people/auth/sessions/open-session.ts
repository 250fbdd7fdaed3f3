import type { Db, Tx } from '../../../../db/tables.ts'
import { ACCESS_TOKEN_SECONDS } from '../../../../shared/auth/constants.ts'
import type { AccountSession } from '../../../../shared/auth/schema.ts'
import type { Device } from '../protocol/device.ts'
import { userNotFound } from '../protocol/errors.ts'
import { appMetadata, toUser } from '../protocol/user-object.ts'
import { readUser } from '../protocol/user-queries.ts'
import type { AccessTokens } from './access-tokens.ts'
import { type AuthMethod, insertRefreshToken, insertSession } from './queries.ts'
import { hashRefreshToken, newRefreshToken } from './refresh-tokens.ts'

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
  options: { user_id: string; method: string; device: Device; now: Date },
): Promise<OpenSession> {
  const { user_id, method, device, now } = options
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  const session_id = await insertSession(tx, { user_id, amr, now, ...device })
  const refresh_token = newRefreshToken()
  await insertRefreshToken(tx, { token_hash: hashRefreshToken(refresh_token), session_id, parent_hash: null })
  return { session_id, user_id, aal: 'aal1', amr, refresh_token }
}

/** Returns a session in the protocol's form, with a new access token. Throws AppError 403 when its account is gone. */
export async function describeSession(
  db: Db | Tx,
  accessTokens: AccessTokens,
  session: OpenSession,
): Promise<AccountSession> {
  const user = await readUser(db, session.user_id)
  if (!user) throw userNotFound()
  const { access_token, expires_at } = await accessTokens.issue({
    user_id: user.id,
    email: user.email ?? '',
    phone: user.phone ?? '',
    is_anonymous: user.is_anonymous,
    session_id: session.session_id,
    aal: session.aal,
    amr: session.amr,
    app_metadata: appMetadata(user),
  })
  return {
    access_token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at,
    refresh_token: session.refresh_token,
    user: toUser(user),
  }
}
