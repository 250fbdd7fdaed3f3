import { useSyncExternalStore } from 'react'

const follow = () => () => {}

/** Returns false on the server and during hydration; what only the browser knows may be shown once it is true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    follow,
    () => true,
    () => false,
  )
}
