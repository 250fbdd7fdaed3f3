import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** Up to this width side menus are collapsed. */
export const NARROW_PX = 640
/** Up to this width lists show rows as cards, above it as tables. */
export const NARROW_FOR_TABLES_PX = 767

/** The text size in px that widths are given for. */
const TEXT_PX = 16

/**
 * Returns whether the window is at most this wide, and follows its width; with larger text in the browser's settings the width
 * grows in proportion, like the styles' breakpoints. False on the server.
 */
export function useNarrowScreen(widthPx: number): boolean {
  return useMedia(`(width <= ${widthPx / TEXT_PX}em)`)
}

/** Returns whether a media query matches, and follows it. False on the server. */
export function useMedia(query: string): boolean {
  // One list is both read and followed: another one can change, and change back, without an event of this one.
  const list = useMemo(() => (typeof matchMedia === 'undefined' ? undefined : matchMedia(query)), [query])
  const follow = useCallback(
    (changed: () => void) => {
      list?.addEventListener('change', changed)
      return () => list?.removeEventListener('change', changed)
    },
    [list],
  )
  return useSyncExternalStore(
    follow,
    () => list?.matches ?? false,
    () => false,
  )
}

const follow = () => () => {}

/** Returns false on the server and during hydration, when data that only the browser knows must not be shown yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    follow,
    () => true,
    () => false,
  )
}

/** Returns a `navigate` for use after a response: it does nothing once the user has left the page that sent the request. */
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

/**
 * Returns a ref for an uncontrolled input that follows `text`, e.g. a query parameter: when `text` changes, so does the input's
 * value, and the focus stays.
 */
export function useFollowedInput(text: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  // Text typed before hydration stays.
  const followed = useRef(text)
  useEffect(() => {
    if (followed.current === text) return
    followed.current = text
    if (input.current) input.current.value = text
  }, [text])
  return input
}

/** Returns a `ref`, and whether its element is in the window or at most `margin` away from it; `before` until that is known. */
export function useInSight<Element extends HTMLElement>(
  before = true,
  rootMargin = '0px',
): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null)
  const [isInSight, setInSight] = useState(before)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => entry && setInSight(entry.isIntersecting), { rootMargin })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [rootMargin])
  return [element, isInSight]
}
