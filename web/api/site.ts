import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { createContext, useContext } from 'react'
import type { ShownMarket } from '../../shared/market/schema.ts'
import type { SitePayments } from '../../shared/payments/schema.ts'

/** The marketplace's settings in every page. */
export interface Site {
  /** The shop's origin, without a trailing slash. */
  siteUrl: string
  /** The public key for sign-in calls. */
  apiKey: string
  market: ShownMarket
  /** Absent when payments are off. */
  payments?: SitePayments
  /** The days in which buyers may request a return; absent when returns are off. */
  returnDays?: number
  /** Set when there are no new accounts. */
  signUpClosed?: true
  /** Set when admins must have a second factor. */
  adminSecondFactor?: true
  /** Set on the page that makes the first admin, while there is none. */
  setup?: true
}

/** Optional features of a marketplace that a page depends on. */
export type OptionalFeature = 'payments' | 'sandbox' | 'setup'

/** Returns true when the marketplace has the feature that a page depends on, if any. */
export function hasFeature(needs: OptionalFeature | undefined, site: Site): boolean {
  if (needs === 'sandbox') return site.payments?.provider === needs
  return needs === undefined || site[needs] !== undefined
}

/** The result of a server-side query in the page state. */
export interface LoadedQuery {
  endpoint: string
  arg: unknown
  data?: unknown
  error?: FetchBaseQueryError
}

/** The initial state in the page. */
export interface PageState {
  site: Site
  /** Deterministic, so that equal data gives equal ETags. */
  loaded: LoadedQuery[]
}

/** The id of the element with the `PageState` as JSON. */
const PAGE_STATE_ID = 'state'

const SiteContext = createContext({} as Site)

export const SiteProvider = SiteContext.Provider

/** Returns the marketplace's settings, the same for every visitor. */
export function useSite(): Site {
  return useContext(SiteContext)
}

/** Reads the page state in the browser. */
export function readPageState(): PageState {
  return JSON.parse(document.getElementById(PAGE_STATE_ID)?.textContent ?? '')
}
