import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '../../ui/page.tsx'

interface Place {
  pathname: string
  search: string
}

const LastPlaceContext = createContext<RefObject<Place | undefined> | null>(null)

/** The last location, kept across layouts: the shop and each area have their own announcer. */
export function LastPlace({ children }: { children: ReactNode }) {
  return <LastPlaceContext value={useRef<Place>(undefined)}>{children}</LastPlaceContext>
}

/**
 * After a navigation to another page: moves focus to its heading and announces its title, as a browser does when it loads a
 * document. A change of the query alone (the next page of a list, a filter) is only announced.
 */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const last = useContext(LastPlaceContext)
  const [announced, setAnnounced] = useState('')

  useEffect(() => {
    if (!last) return
    const before = last.current
    last.current = { pathname, search }
    if (!before || (before.pathname === pathname && before.search === search)) return
    if (before.pathname !== pathname) focusHeading()
    setAnnounced(document.title)
  }, [pathname, search, last])

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {announced}
    </p>
  )
}
