import { useSyncExternalStore } from 'react'

/** Up to this width side menus are collapsed. */
const NARROW_PX = 640
const QUERY = `(width <= ${NARROW_PX}px)`

/** Whether the window is 640 px wide or narrower; follows its width. False on the server. */
export function useNarrowScreen(): boolean {
  return useSyncExternalStore(
    follow,
    () => matchMedia(QUERY).matches,
    () => false,
  )
}

function follow(changed: () => void): () => void {
  const query = matchMedia(QUERY)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
