import { type ComponentProps, useRef } from 'react'
import { createPath, Link as RouterLink, NavLink as RouterNavLink, useResolvedPath } from 'react-router'
import { usePrefetch } from './prefetch.ts'

/** A pointer that only passes over a link does not prefetch its page. */
const HOVER_MS = 80

function useIntent(to: ComponentProps<typeof RouterLink>['to']) {
  const prefetch = usePrefetch()
  const path = createPath(useResolvedPath(to))
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fetchIt = () => prefetch(path)
  return {
    onMouseEnter: () => {
      hover.current = setTimeout(fetchIt, HOVER_MS)
    },
    onMouseLeave: () => clearTimeout(hover.current),
    onFocus: fetchIt,
    onTouchStart: fetchIt,
  }
}

/** A link within the shop; code and data of its page are prefetched on hover, focus and touch. */
export function Link(props: ComponentProps<typeof RouterLink>) {
  return <RouterLink {...useIntent(props.to)} {...props} />
}

/** A `Link` with `aria-current` when it leads to the current page. */
export function NavLink(props: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink {...useIntent(props.to)} {...props} />
}
