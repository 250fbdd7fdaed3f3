import { createContext, useContext } from 'react'

/** Fetches code and data of the page at a path of this site; repeated calls cost nothing. */
export type Prefetch = (path: string) => void

const PrefetchContext = createContext<Prefetch>(() => {})

/** Provides the links below with a way to prefetch. */
export const PrefetchProvider = PrefetchContext.Provider

/** Returns the function that fetches code and data of a page before it is opened. */
export function usePrefetch(): Prefetch {
  return useContext(PrefetchContext)
}
