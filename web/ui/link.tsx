import type { ComponentProps } from 'react'
import { createPath, Link as RouterLink, NavLink as RouterNavLink, useResolvedPath } from 'react-router'
import { usePrefetch } from './prefetch.ts'

function useIntent(to: ComponentProps<typeof RouterLink>['to']) {
  const prefetch = usePrefetch()
  const path = createPath(useResolvedPath(to))
  const fetchIt = () => prefetch(path)
  return { onMouseEnter: fetchIt, onFocus: fetchIt, onTouchStart: fetchIt }
}

/** A link within the shop; code and data of its page are fetched once a person seems to be about to follow it. */
export function Link(props: ComponentProps<typeof RouterLink>) {
  return <RouterLink {...useIntent(props.to)} {...props} />
}

/** A `Link` that says when it leads to the page the person is on (`aria-current`). */
export function NavLink(props: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink {...useIntent(props.to)} {...props} />
}
