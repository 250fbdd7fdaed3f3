import { useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/**
 * Returns a `navigate` for use after a response: it does nothing when the user has left the page that sent the request,
 * instead of pulling them away from where they are now.
 */
export function useNavigateFromHere(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = useRef<string>(undefined)
  useEffect(() => {
    here.current = pathname
    return () => {
      here.current = undefined
    }
  }, [pathname])
  return (to, options) => {
    if (here.current === pathname) navigate(to, options)
  }
}
