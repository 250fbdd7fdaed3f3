import { useSyncExternalStore } from 'react'

const follow = () => () => {}

/** False on the server and while React takes its HTML over; what only the browser knows may be shown once it is true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    follow,
    () => true,
    () => false,
  )
}
