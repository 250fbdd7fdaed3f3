import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { SESSION_STATE_KEY } from '../../shared/auth/constants.ts'
import { api, PERSONAL_TAGS } from '../api/api.ts'
import { type AppThunk, hydrated, type StartListening } from '../api/app-store.ts'
import { checkSession } from './check-session.ts'
import {
  type Credentials,
  credentialsSet,
  secondFactorRequired,
  sessionCleared,
  sessionRenewed,
  sessionRestored,
} from './session-slice.ts'
import { hasSecondFactor, readFirstLogin, readStoredSession, writeAuthState } from './stored-session.ts'
import { verifiedFactorsOf } from './use-session.ts'

/** A new password and a checked second factor end sessions elsewhere. */
const ENDS_OTHER_SESSIONS: readonly AuthChangeEvent[] = ['USER_UPDATED', 'MFA_CHALLENGE_VERIFIED']

/** Restores the session once the page is hydrated, and syncs its changes between the store, local storage and other tabs. */
export function startSessionListeners(startListening: StartListening): void {
  startListening({
    actionCreator: hydrated,
    effect: (_action, { dispatch, extra, unsubscribe }) => {
      unsubscribe()
      extra.authClient.onEvent((event, session) => dispatch(followEvent(event, session)))
      dispatch(restoreSession())
      addEventListener('storage', ({ key }) => {
        if (key === SESSION_STATE_KEY || key === null) dispatch(restoreSession())
      })
    },
  })
  startListening({
    predicate: (_action, { auth }, before) => auth !== before.auth,
    effect: (_action, { getState, extra }) => writeAuthState(extra.storage, getState().auth),
  })
}

function restoreSession(): AppThunk<void> {
  return (dispatch, getState, { storage }) => {
    const session = readStoredSession(storage)
    if (!session) return dispatch(signOutHere())
    const credentials = { user: session.user, token: session.access_token }
    if (needsSecondFactor(credentials)) {
      dispatch(requireSecondFactor(session.user))
    } else if (getState().auth.user?.id === session.user.id) {
      return void dispatch(sessionRenewed(credentials))
    } else {
      dispatch(dropOtherUser())
      dispatch(sessionRestored({ ...credentials, isFirstLogin: readFirstLogin(storage, session.user.id) }))
    }
    void dispatch(checkSession())
  }
}

function followEvent(event: AuthChangeEvent, session: Session | null): AppThunk<void> {
  return (dispatch, getState) => {
    const { auth } = getState()
    if (event === 'SIGNED_OUT') return dispatch(signOutHere())
    if (!session) return
    const credentials = { user: session.user, token: session.access_token }
    if (needsSecondFactor(credentials)) return dispatch(requireSecondFactor(session.user))
    if (auth.user?.id !== session.user.id) {
      dispatch(dropOtherUser())
      dispatch(credentialsSet(credentials))
    } else if (auth.token !== session.access_token || event === 'USER_UPDATED') {
      dispatch(sessionRenewed(credentials))
    }
    if (ENDS_OTHER_SESSIONS.includes(event)) dispatch(api.util.invalidateTags(['Session']))
  }
}

function needsSecondFactor({ user, token }: Credentials): boolean {
  return verifiedFactorsOf(user).length > 0 && !hasSecondFactor(token)
}

/** Signs out the previous user, who did not log out, e.g. at a sign-in by a link: the next user must see nothing of theirs. */
function dropOtherUser(): AppThunk<void> {
  return (dispatch, getState) => {
    if (!getState().auth.isAuthenticated) return
    dispatch(sessionCleared())
    dispatch(api.util.resetApiState())
  }
}

function requireSecondFactor(user: Credentials['user']): AppThunk<void> {
  return (dispatch, getState) => {
    const { isAuthenticated } = getState().auth
    dispatch(secondFactorRequired(user))
    if (isAuthenticated) dispatch(dropPersonalData())
  }
}

function signOutHere(): AppThunk<void> {
  return (dispatch, getState) => {
    const { isAuthenticated, awaitingSecondFactor, ready } = getState().auth
    if (isAuthenticated || awaitingSecondFactor || !ready) dispatch(sessionCleared())
    if (isAuthenticated) dispatch(dropPersonalData())
  }
}

function dropPersonalData(): AppThunk<void> {
  return (dispatch) => {
    // Invalidating data that no component uses any more drops it without a refetch.
    setTimeout(() => dispatch(api.util.invalidateTags([...PERSONAL_TAGS])))
  }
}
