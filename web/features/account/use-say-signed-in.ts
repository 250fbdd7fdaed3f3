import { useStore } from 'react-redux'
import { accountMessages } from '../../../shared/account/messages.ts'
import type { AuthState } from '../../session/session-slice.ts'
import { showSuccess } from '../../ui/toasts.tsx'

/** Answers what tells the person that they are signed in; says nothing while a second step is still to be done. */
export function useSaySignedIn(): () => void {
  const { getState } = useStore<{ auth: AuthState }>()
  return () => {
    if (getState().auth.isAuthenticated) showSuccess(accountMessages.signedIn)
  }
}
