import { createContext, useContext } from 'react'

/** What the server puts into every page about the shop itself. */
export interface Site {
  /** Origin of the shop, without a slash at the end. */
  siteUrl: string
  /** The public key that sign-in calls carry. */
  apiKey: string
}

/** What the server puts into the page for the browser to start from. */
export interface PageState {
  site: Site
  /** The store's state; its shape is `ServerState` of web/app. */
  store: unknown
}

/** Id of the element that holds the `PageState` as JSON. */
const PAGE_STATE_ID = 'state'

const SiteContext = createContext<Site>({ siteUrl: '', apiKey: '' })

export const SiteProvider = SiteContext.Provider

/** What the server put into the page about this marketplace: the same for every visitor. */
export function useSite(): Site {
  return useContext(SiteContext)
}

/** Reads, in the browser, what the server put into the page. */
export function readPageState(): PageState {
  return JSON.parse(document.getElementById(PAGE_STATE_ID)?.textContent ?? '')
}
