import { useLocation } from 'react-router'
import { authenticationPath } from '../session/guards.tsx'

const AUTHENTICATION = '/authentication'

/** Where signing in from the present page starts; the person comes back to it. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === AUTHENTICATION) return pathname + search
  return pathname === '/' ? AUTHENTICATION : authenticationPath(pathname + search)
}
