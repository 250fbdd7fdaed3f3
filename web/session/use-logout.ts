import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js'
import { sessionMessages } from '../../shared/accounts/session-messages.ts'
import { type AppThunk, useAppDispatch } from '../api/app-store.ts'
import { showErrorOfAlert } from '../ui/overlay/toasts.tsx'
import { clearSession, loadAuthClient } from './auth-client.ts'
import { loggedOut, logoutEnded } from './session-slice.ts'
import { deleteDraftsOf } from './stored-drafts.ts'
import { confirmLeaving } from './unsaved-forms.ts'

/** Returns a function that logs the user out; see `logOut`. */
export function useLogout(): () => Promise<boolean> {
  const dispatch = useAppDispatch()
  return () => dispatch(logOut())
}

function logOut(): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { unsavedForms }) => {
    const { user } = getState().auth
    if (!(await dispatch(confirmLeaving('logout')))) return false
    for (const send of unsavedForms.unsent) if (!(await send())) return false
    dispatch(logoutEnded({ failed: false }))
    try {
      await endSession(await dispatch(loadAuthClient()))
      // Before other tabs notice the logout and drop their drafts.
      if (user) dispatch(deleteDraftsOf(user.id))
      await dispatch(clearSession())
    } catch (error) {
      console.warn(sessionMessages.signOutFailed, error)
      dispatch(logoutEnded({ failed: true }))
      showErrorOfAlert(sessionMessages.logoutFailed)
      return false
    }
    dispatch(loggedOut())
    return true
  }
}

/** Statuses for a session that has already ended, or never existed. */
const ENDED = [401, 403, 404]

async function endSession(auth: GoTrueClient): Promise<void> {
  const { data, error } = await auth.getSession()
  if (!data.session) {
    // After a refusal there is nothing to end; an unreachable server may still have a session.
    if (error && !isRefusal(error.status)) throw error
    return
  }
  if ((await signOut(auth, data.session))?.code !== 'bad_jwt') return
  // The token had expired unnoticed by this browser's clock: the session is still valid, and a newer token can end it.
  const renewed = await auth.refreshSession()
  if (renewed.data.session) await signOut(auth, renewed.data.session)
  else if (renewed.error && !isRefusal(renewed.error.status)) throw renewed.error
}

async function signOut(auth: GoTrueClient, { access_token }: Session): Promise<AuthError | null> {
  const { error } = await auth.admin.signOut(access_token, 'local')
  if (error && !ENDED.includes(error.status ?? 0)) throw error
  return error
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500
}
