import { useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/**
 * For what an answer leads to: goes to another page unless the person has left, while the answer was on its way, the page
 * it was asked for on. A plain `navigate` would pull them away from where they are by then.
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
