import { useLocation } from 'react-router'
import { sessionMessages } from '../../../shared/accounts/session-messages.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { useLogout } from '../../session/use-logout.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'

const AUTHENTICATION = '/authentication'

/** Returns the address of the sign-in page that redirects back to the current page. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === AUTHENTICATION) return pathname + search
  return pathname === '/' ? AUTHENTICATION : authenticationPath(pathname + search)
}

/** Returns a function that logs out with a toast; the user stays on public pages. */
export function useShopLogout(): () => Promise<void> {
  const logout = useLogout()
  return async () => {
    if (await logout()) showSuccess(sessionMessages.loggedOut)
  }
}
