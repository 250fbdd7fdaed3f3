import type { CountOpenOrders, RowsOf, SuspensionLinks } from '../../people/accounts/links.ts'
import { endAllSessions } from '../../people/auth/codes/take-over.ts'
import { applySellerState } from '../../shop/catalog/editing/apply-seller-state.ts'
import { hasProducts } from '../../shop/catalog/editing/storage-queries.ts'
import { applySuspension as applyToReviews } from '../../shop/reviews/moderate-review.ts'
import { noteClosed } from '../../shop/sellers/queries.ts'
import { countOpenOrders, noteSuspension } from '../../trade/orders/queries.ts'

/** Links changes of accounts to other modules, for admins and for the operator's commands. */
export const accountLinks: SuspensionLinks & { hasProducts: RowsOf; countOpenOrders: CountOpenOrders } = {
  endSessions: endAllSessions,
  applySellerState,
  async applySuspension(tx, account) {
    await noteClosed(tx, account)
    await applySellerState(tx, account.seller_id)
    await applyToReviews(tx, account)
    await noteSuspension(tx, account)
  },
  hasProducts,
  countOpenOrders,
}
