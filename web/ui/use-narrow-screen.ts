import { useCallback, useSyncExternalStore } from 'react'

/** Up to this width side menus are collapsed. */
export const NARROW_PX = 640
/** Up to this width a table with many columns is cut off beside a side menu. */
export const NARROW_FOR_TABLES_PX = 1247

/** The size of text for which the widths are meant. */
const TEXT_PX = 16

/**
 * Returns whether the window is at most this wide, and follows its width; with larger text in the browser's settings the
 * width grows as much, as with the styles' breakpoints. False on the server.
 */
export function useNarrowScreen(widthPx: number): boolean {
  const query = `(width <= ${widthPx / TEXT_PX}em)`
  const follow = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  )
}
