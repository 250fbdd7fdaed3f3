import type { AppThunk, TokenSource } from '../api/app-store.ts'
import { clearSession } from './auth-client.ts'
import { accountFetched } from './session-slice.ts'
import { readStoredSession } from './stored-session.ts'

/** Stored tokens that stay valid at least this long are used without renewal; auth-js renews them well before. */
const FRESH_FOR_MS = 60_000

/** Statuses with which the server refuses a token whose session has ended. */
const SESSION_ENDED = [400, 401, 403]

/** The access tokens of the signed-in user. */
export const sessionTokens: TokenSource = {
  current: currentToken,
  renew: renewToken,
}

/** Returns null for visitors, and when the session has ended. Rejects while the session cannot be renewed. */
function currentToken(): AppThunk<Promise<string | null>> {
  return async (_dispatch, getState, { authClient, storage, now }) => {
    const { user, token } = getState().auth
    if (!token) return null
    const stored = readStoredSession(storage)
    // Another tab's sign-in event can arrive before the session that it has stored.
    if (!stored || stored.user.id !== user?.id) return token
    if ((stored.expires_at ?? 0) * 1000 - now() > FRESH_FOR_MS) return stored.access_token
    const auth = await authClient.load()
    const { data, error } = await auth.getSession()
    if (error && !SESSION_ENDED.includes(error.status ?? 0)) throw error
    return data.session?.access_token ?? null
  }
}

function renewToken(refused: string): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    await dispatch(checkSession())
    const token = await dispatch(currentToken())
    return token === refused ? null : token
  }
}

/** Runs a task, or joins its current run. */
export type SingleFlight = (task: () => Promise<void>) => Promise<void>

declare module '../api/app-store.ts' {
  interface AppServices {
    sessionCheck: SingleFlight
  }
}

/** Returns a `SingleFlight` without a current run. */
export function createSingleFlight(): SingleFlight {
  let running: Promise<void> | undefined
  return (task) => {
    running ??= task().finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * Checks the session with the server: takes over a changed profile or role, and signs out in this browser when the session
 * has ended. Changes nothing when the server cannot be reached. Never rejects.
 */
export function checkSession(): AppThunk<Promise<void>> {
  return (dispatch, _getState, { sessionCheck }) =>
    sessionCheck(() => dispatch(fetchAccount()).catch((error) => console.warn(error)))
}

function fetchAccount(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { authClient }) => {
    const auth = await authClient.load()
    const { data, error } = await auth.getUser()
    // The token may have expired unnoticed by this browser's clock; renewal shows whether the session is still valid.
    const refusal = error?.code === 'bad_jwt' ? (await auth.refreshSession()).error : error
    if (refusal && SESSION_ENDED.includes(refusal.status ?? 0)) return dispatch(clearSession())
    if (data.user) dispatch(accountFetched(data.user))
  }
}
