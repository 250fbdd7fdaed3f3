import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '../ui/page.tsx'

interface Place {
  pathname: string
  search: string
}

/** Where the person is; outside of the component, as shop and areas have one each. Effects alone write here. */
let here: Place | undefined

/**
 * After a navigation to another page: moves focus to its heading and says its title, as a browser does when it loads a
 * document. A change of the query alone (the next page of a list, a filter) is only said.
 */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const [said, setSaid] = useState('')

  useEffect(() => {
    const before = here
    here = { pathname, search }
    if (!before || (before.pathname === pathname && before.search === search)) return
    if (before.pathname !== pathname) focusHeading()
    setSaid(document.title)
  }, [pathname, search])

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}
