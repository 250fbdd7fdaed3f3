import { useLocation } from 'react-router'
import { sessionMessages } from '../../../shared/accounts/session-messages.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { useLogout } from '../../session/use-logout.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'

const AUTHENTICATION = '/authentication'

/** Returns the address that signs the user in and redirects back to the present page. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === AUTHENTICATION) return pathname + search
  return pathname === '/' ? AUTHENTICATION : authenticationPath(pathname + search)
}

/** Returns a function that logs out and reports it; the user stays on the page if it is public. */
export function useShopLogout(): () => Promise<void> {
  const logout = useLogout()
  return async () => {
    if (await logout()) showSuccess(sessionMessages.loggedOut)
  }
}
