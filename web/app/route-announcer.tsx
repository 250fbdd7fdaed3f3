import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '../ui/page.tsx'

/**
 * After a navigation to another page: moves focus to its heading and says its title, as a browser does when it loads a
 * document. A change of the query alone (the next page of a list, a filter) is only said.
 */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const [said, setSaid] = useState('')
  const before = useRef({ pathname, search })

  useEffect(() => {
    const { pathname: oldPathname, search: oldSearch } = before.current
    if (oldPathname === pathname && oldSearch === search) return
    before.current = { pathname, search }
    if (oldPathname !== pathname) focusHeading()
    setSaid(document.title)
  }, [pathname, search])

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}
