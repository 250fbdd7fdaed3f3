import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js'
import { useStore } from 'react-redux'
import { accountMessages } from '../../shared/account/messages.ts'
import { showError } from '../ui/toasts.tsx'
import { forgetSession, loadAuthClient } from './auth-client.ts'
import { loggedOut } from './session-slice.ts'

/** Answers what logs the person out, on the server and in every tab. Says so itself when it fails, and answers false. */
export function useLogout(): () => Promise<boolean> {
  const { dispatch } = useStore()
  return async () => {
    try {
      const auth = await loadAuthClient()
      await endSession(auth)
      await forgetSession()
    } catch (error) {
      console.warn(accountMessages.signOutFailed, error)
      showError(accountMessages.logoutFailed)
      return false
    }
    dispatch(loggedOut())
    return true
  }
}

/** The session is over already, or is none. */
const OVER = [401, 403, 404]

/**
 * Ends the session on the server. The client's own `signOut` forgets it here first, so that nobody could try again when
 * the server does not answer.
 */
async function endSession(auth: GoTrueClient): Promise<void> {
  const { data, error } = await auth.getSession()
  if (!data.session) {
    // Refused: there is nothing to end. Not answered: there may be.
    if (error && !isRefusal(error.status)) throw error
    return
  }
  if ((await signOut(auth, data.session))?.code !== 'bad_jwt') return
  // The token was over without this browser's clock saying so: the session goes on, and a newer one can end it.
  const renewed = await auth.refreshSession()
  if (renewed.data.session) await signOut(auth, renewed.data.session)
  else if (renewed.error && !isRefusal(renewed.error.status)) throw renewed.error
}

/** Answers how the server refused, when that may mean that the session is over; null when it has ended it. */
async function signOut(auth: GoTrueClient, { access_token }: Session): Promise<AuthError | null> {
  const { error } = await auth.admin.signOut(access_token, 'local')
  if (error && !OVER.includes(error.status ?? 0)) throw error
  return error
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500
}
