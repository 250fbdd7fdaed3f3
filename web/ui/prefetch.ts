import { createContext, useContext } from 'react'

/** Fetches code and data of the page at a path of this site; repeated calls cost nothing. */
export type Prefetch = (path: string) => void

const PrefetchContext = createContext<Prefetch>(() => {})

/** Tells the links below how to prefetch. */
export const PrefetchProvider = PrefetchContext.Provider

/** How data and code of a page are fetched before it is opened. */
export function usePrefetch(): Prefetch {
  return useContext(PrefetchContext)
}
