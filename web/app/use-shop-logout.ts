import { accountMessages } from '../../shared/account/messages.ts'
import { useLogout } from '../session/use-logout.ts'
import { showSuccess } from '../ui/toasts.tsx'

/** Logout as the shop's layout words it; the person stays where they are if the page is for everyone. */
export function useShopLogout(): () => Promise<void> {
  const logout = useLogout()
  return async () => {
    if (await logout()) showSuccess(accountMessages.loggedOut)
  }
}
