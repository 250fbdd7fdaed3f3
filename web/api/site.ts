import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { createContext, useContext } from 'react'
import type { SitePayments } from '../../shared/payments/schema.ts'

/** What the server puts into every page about the shop itself. */
export interface Site {
  /** Origin of the shop, without a slash at the end. */
  siteUrl: string
  /** The public key that sign-in calls carry. */
  apiKey: string
  /** By whose days times are shown. */
  timeZone: string
  /** How orders are paid; absent where they are not. */
  payments?: SitePayments
  /** For how many days buyers may ask to return what came; absent where they cannot. */
  returnDays?: number
  /** Admins must have a second factor; absent where they need none. */
  adminSecondFactor?: true
}

/** A query that the server has made, as the page's state in the browser holds it. */
export interface LoadedQuery {
  endpoint: string
  arg: unknown
  data?: unknown
  error?: FetchBaseQueryError
}

/** What the server puts into the page for the browser to start from. */
export interface PageState {
  site: Site
  /** The same text for the same data, so that the page's ETag is the same, too. */
  loaded: LoadedQuery[]
}

/** Id of the element that holds the `PageState` as JSON. */
const PAGE_STATE_ID = 'state'

const SiteContext = createContext<Site>({ siteUrl: '', apiKey: '', timeZone: 'UTC' })

export const SiteProvider = SiteContext.Provider

/** What the server put into the page about this marketplace: the same for every visitor. */
export function useSite(): Site {
  return useContext(SiteContext)
}

/** Reads, in the browser, what the server put into the page. */
export function readPageState(): PageState {
  return JSON.parse(document.getElementById(PAGE_STATE_ID)?.textContent ?? '')
}
