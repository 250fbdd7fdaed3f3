import type { AppThunk } from '../api/app-store.ts'
import { clearSession } from './auth-client.ts'
import { accountFetched } from './session-slice.ts'

/** Statuses with which the server refuses a token whose session has ended. */
const SESSION_ENDED = [400, 401, 403]

/** Runs a task, or joins its run under way. */
export type SingleFlight = (task: () => Promise<void>) => Promise<void>

declare module '../api/app-store.ts' {
  interface AppServices {
    sessionCheck: SingleFlight
  }
}

/** Returns a `SingleFlight` with nothing under way. */
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
    // The token may have expired unnoticed by this browser's clock; renewing it shows whether the session is still valid.
    const refusal = error?.code === 'bad_jwt' ? (await auth.refreshSession()).error : error
    if (refusal && SESSION_ENDED.includes(refusal.status ?? 0)) return dispatch(clearSession())
    if (data.user) dispatch(accountFetched(data.user))
  }
}
