import { type ComponentProps, createContext, useContext, useRef } from 'react'
import { createPath, Link as RouterLink, NavLink as RouterNavLink, useResolvedPath } from 'react-router'
import { BASE_PATH } from '../../shared/kernel/language.ts'

/** Prefetches code and data of the page at a path of this site; repeated calls cost nothing. */
export type Prefetch = (path: string) => void

const PrefetchContext = createContext<Prefetch>(() => {})

/** Provides the links below with a way to prefetch. */
export const PrefetchProvider = PrefetchContext.Provider

/** A pointer that only passes over a link must not prefetch its page. */
const HOVER_MS = 80

function useIntent(to: ComponentProps<typeof RouterLink>['to']) {
  const prefetch = useContext(PrefetchContext)
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

type LinkProps = ComponentProps<typeof RouterLink>

/** Matches paths that need no resolution: nothing in them is relative or to be normalized. */
const PLAIN_PATH = /^\/([\w%-]+(\/[\w%-]+)*)?(\?[^#]+)?$/

/** Returns whether a path needs no resolution. */
export function isPlainPath(path: string): boolean {
  return PLAIN_PATH.test(path)
}

/** For the server: the element that `RouterLink` renders, without the code that only a browser needs for a click. */
export function StaticLink(props: LinkProps) {
  const { to, target, replace, state, relative, preventScrollReset, reloadDocument, viewTransition, ...rest } = props
  if (typeof to !== 'string' || !isPlainPath(to)) return <RouterLink {...props} />
  return <a {...rest} href={BASE_PATH + to} target={target} data-discover="true" />
}

function PrefetchingLink(props: LinkProps) {
  return <RouterLink {...useIntent(props.to)} {...props} />
}

/** A link within the shop; code and data of its page are prefetched on hover, focus and touch. */
export const Link = import.meta.env.SSR ? StaticLink : PrefetchingLink

/** A `Link` with `aria-current` when it leads to the current page. */
export function NavLink(props: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink {...useIntent(props.to)} {...props} />
}
