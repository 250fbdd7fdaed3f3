import { createContext, useContext } from 'react'
import type { SitePayments } from '../../shared/payments/site-payments.ts'

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

const SiteContext = createContext<Site>({ siteUrl: '', apiKey: '', timeZone: 'UTC' })

export const SiteProvider = SiteContext.Provider

/** What the server put into the page about this marketplace: the same for every visitor. */
export function useSite(): Site {
  return useContext(SiteContext)
}
