import type { RowsOf, SuspensionLinks } from './accounts/links.ts'
import { endAllSessions } from './auth/codes/end-sessions.ts'
import { hasProducts } from './catalog/ownership-queries.ts'
import { applySuspension } from './reviews/apply-suspension.ts'

/** What changes of accounts need of other modules: for admins in the application, and for the operator's commands. */
export const accountLinks: SuspensionLinks & { hasProducts: RowsOf } = {
  endSessions: endAllSessions,
  // Reviews, and through them products.
  applySuspension,
  hasProducts,
}
