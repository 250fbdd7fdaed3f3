import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '../../ui/page.tsx'

interface Place {
  pathname: string
  search: string
}

const LastPlaceContext = createContext<RefObject<Place | undefined> | null>(null)

/** Holds the last location across layouts: the shop and each area have their own announcer. */
export function LastPlace({ children }: { children: ReactNode }) {
  return <LastPlaceContext value={useRef<Place>(undefined)}>{children}</LastPlaceContext>
}

/**
 * Moves focus to the heading and announces the title after a navigation, as a browser does for a new document. A change of
 * the query alone (the next page of a list, a filter) is only announced.
 */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const last = useContext(LastPlaceContext)
  const [announced, setAnnounced] = useState<ReactNode>()

  useEffect(() => {
    if (!last) return
    const before = last.current
    last.current = { pathname, search }
    if (!before || (before.pathname === pathname && before.search === search)) return
    if (before.pathname !== pathname) focusHeading()
    // A new element for another page of a list: with the same title nothing would change.
    setAnnounced(<span key={new URLSearchParams(search).get('page')}>{document.title}</span>)
  }, [pathname, search, last])

  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
