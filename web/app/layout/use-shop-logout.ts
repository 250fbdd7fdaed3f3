import { sessionMessages } from '../../../shared/accounts/session-messages.ts'
import { useLogout } from '../../session/use-logout.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'

/** Returns a function that logs out and reports it; the user stays on the page if it is public. */
export function useShopLogout(): () => Promise<void> {
  const logout = useLogout()
  return async () => {
    if (await logout()) showSuccess(sessionMessages.loggedOut)
  }
}
