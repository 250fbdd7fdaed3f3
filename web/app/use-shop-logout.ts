import { accountMessages } from '../../shared/account/messages.ts'
import { useLogout } from '../session/use-logout.ts'
import { focusHeading } from '../ui/page.tsx'
import { showSuccess } from '../ui/toasts.tsx'

/** Logout as the shop's layout words it; the person stays where they are if the page is for everyone. */
export function useShopLogout(): () => Promise<void> {
  const logout = useLogout()
  return async () => {
    if (!(await logout())) return
    showSuccess(accountMessages.loggedOut)
    // The menu of the person is gone, and with it what had the focus.
    focusHeading()
  }
}
