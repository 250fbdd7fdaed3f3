import { useStore } from 'react-redux'
import { accountMessages } from '../../shared/account/messages.ts'
import { showError } from '../ui/toasts.tsx'
import { loadAuthClient } from './auth-client.ts'
import { loggedOut } from './session-slice.ts'

/** Answers what logs the person out, on the server and in every tab. Says so itself when it fails, and answers false. */
export function useLogout(): () => Promise<boolean> {
  const { dispatch } = useStore()
  return async () => {
    try {
      const auth = await loadAuthClient()
      const { error } = await auth.signOut({ scope: 'local' })
      if (error) throw error
    } catch (error) {
      console.warn(accountMessages.signOutFailed, error)
      showError(accountMessages.logoutFailed)
      return false
    }
    dispatch(loggedOut())
    return true
  }
}
