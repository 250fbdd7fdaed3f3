import { sessionMessages } from '../../shared/accounts/session-messages.ts'
import type { AppThunk, TokenSource } from '../api/app-store.ts'
import { checkSession } from './check-session.ts'
import { readStoredSession } from './stored-session.ts'

/** A stored token is used as it is while it is valid at least this long; auth-js renews it well before. */
const FRESH_FOR_MS = 60_000

/** The access tokens of the signed-in user. */
export const sessionTokens: TokenSource = {
  current: currentToken,
  renew: renewToken,
}

/** Returns null for visitors, and when the session cannot be renewed. */
function currentToken(): AppThunk<Promise<string | null>> {
  return async (_dispatch, getState, { authClient, storage, now }) => {
    const { user, token } = getState().auth
    if (!token) return null
    const stored = readStoredSession(storage)
    // The event of another tab's sign-in can arrive before what that tab has stored.
    if (!stored || stored.user.id !== user?.id) return token
    if ((stored.expires_at ?? 0) * 1000 - now() > FRESH_FOR_MS) return stored.access_token
    try {
      const auth = await authClient.load()
      const { data, error } = await auth.getSession()
      if (error) console.warn(sessionMessages.sessionFailed, error)
      return data.session?.access_token ?? null
    } catch (error) {
      console.warn(sessionMessages.sessionFailed, error)
      return null
    }
  }
}

function renewToken(refused: string): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    await dispatch(checkSession())
    const token = await dispatch(currentToken())
    return token === refused ? null : token
  }
}
