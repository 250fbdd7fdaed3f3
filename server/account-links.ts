import type { CountOpenOrders, RowsOf, SuspensionLinks } from './accounts/links.ts'
import { endAllSessions } from './auth/codes/end-sessions.ts'
import { applySuspension as applyToProducts } from './catalog/editing/apply-suspension.ts'
import { hasProducts } from './catalog/editing/ownership-queries.ts'
import { countOpenOrders, noteSuspension } from './orders/suspended-queries.ts'
import { applySuspension as applyToReviews } from './reviews/apply-suspension.ts'

/** What changes of accounts need of other modules: for admins in the application, and for the operator's commands. */
export const accountLinks: SuspensionLinks & { hasProducts: RowsOf; countOpenOrders: CountOpenOrders } = {
  endSessions: endAllSessions,
  async applySuspension(tx, account) {
    await applyToProducts(tx, account)
    await applyToReviews(tx, account)
    await noteSuspension(tx, account)
  },
  hasProducts,
  countOpenOrders,
}
