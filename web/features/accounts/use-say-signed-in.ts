import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useAppStore } from '../../api/app-store.ts'
import { showSuccess } from '../../ui/toasts.tsx'

/** Answers what tells the person that they are signed in; says nothing while a second step is still to be done. */
export function useSaySignedIn(): () => void {
  const { getState } = useAppStore()
  return () => {
    if (getState().auth.isAuthenticated) showSuccess(accountMessages.signedIn)
  }
}
