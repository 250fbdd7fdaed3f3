import { useLocation } from 'react-router'
import { authenticationPath } from '../../session/guards.tsx'

const AUTHENTICATION = '/authentication'

/** Returns the address that signs the user in and redirects back to the present page. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === AUTHENTICATION) return pathname + search
  return pathname === '/' ? AUTHENTICATION : authenticationPath(pathname + search)
}
