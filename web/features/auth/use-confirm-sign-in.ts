import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useAppStore } from '../../api/app-store.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'

/** Returns a function that confirms the sign-in with a toast, unless a second step is still required. */
export function useConfirmSignIn(): () => void {
  const { getState } = useAppStore()
  return () => {
    if (getState().auth.isAuthenticated) showSuccess(accountMessages.signedIn)
  }
}
