import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { acting } from '../../people/audit/acting.ts'
import { insertActions } from '../../people/audit/queries.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { catalogChanged, productIdOf, productsRated } from '../catalog/products/catalog-changes.ts'
import { lockReview, setHidden } from './admin-queries.ts'
import { reviewError } from './errors.ts'
import { setSuspended } from './queries.ts'

/** Hides or shows a review and closes its reports; logs a change. Throws AppError 404. */
export async function moderateReview(
  request: FastifyRequest,
  { db, clock }: { db: Db; clock: Clock },
  { reviewId, hides, reason }: { reviewId: string; hides: boolean; reason?: string | undefined },
): Promise<void> {
  const by = acting(request, clock, reason)
  const changed = await inTransaction(db, async (tx) => {
    const review = await lockReview(tx, reviewId)
    if (!review) throw reviewError('review_not_found')
    const { review_number, product_number, seller_id, hidden_at, open_reports } = review
    const isHidden = hidden_at !== null
    if (isHidden === hides && !open_reports) return false
    if (isHidden && hides) return false
    await setHidden(tx, review_number, hides ? { at: by.now, reason } : null)
    const from = isHidden ? 'hidden' : open_reports ? 'reported' : 'shown'
    await insertActions(tx, by, hides ? 'hide_review' : 'show_review', [
      { target: reviewId, from, to: hides ? 'hidden' : 'shown' },
    ])
    await catalogChanged(tx, productsRated([{ product_id: productIdOf(product_number), seller_id }]))
    return true
  })
  if (changed) request.log.info({ event: hides ? 'review_hidden' : 'review_shown', admin_id: by.admin_id, reviewId })
}

/** Hides the reviews of a suspended account, or shows them again. The caller has locked the account. */
export async function applySuspension(tx: Tx, account: { seller_id: string; is_suspended: boolean }): Promise<void> {
  const changed = await setSuspended(tx, account.seller_id, account.is_suspended)
  if (!changed.length) return
  const products = changed.map(({ product_number, seller_id }) => ({
    product_id: productIdOf(product_number),
    seller_id,
  }))
  await catalogChanged(tx, productsRated(products))
}
