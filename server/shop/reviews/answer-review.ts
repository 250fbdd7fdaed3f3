import { inTransaction } from '../../../db/connect.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { catalogChanged } from '../catalog/products/catalog-changes.ts'
import { productsRated } from '../catalog/products/catalog-tags.ts'
import { nameProducts } from '../catalog/products/purchase-queries.ts'
import { listSellerNames } from '../catalog/products/seller-page-queries.ts'
import { reviewError } from './errors.ts'
import { notifyBuyer } from './notify-of-review.ts'
import { setAnswer } from './queries.ts'

interface Answered {
  sellerId: string
  reviewId: string
  /** Null removes the answer. */
  text: string | null
  now: Date
}

/**
 * Writes or removes a seller's only answer; the first one notifies the buyer. Returns the review. Throws AppError 404.
 */
export async function answerReview(deps: MailingDeps, { sellerId, reviewId, text, now }: Answered) {
  await inTransaction(deps.db, async (tx) => {
    const review = await setAnswer(tx, { reviewId, sellerId, text, now })
    if (!review) throw reviewError('review_not_found')
    const { product_number, seller_id, buyer_id, is_first } = review
    const product = (await nameProducts(tx, [product_number])).get(product_number)
    if (!product) throw reviewError('review_not_found')
    if (text !== null && is_first) {
      const seller = (await listSellerNames(tx, [seller_id])).get(seller_id)?.name ?? ''
      await notifyBuyer(tx, deps, { buyer_id, product, seller, text, now })
    }
    await catalogChanged(tx, productsRated([{ product_id: product.product_id, seller_id }]))
  })
  return text === null ? null : { text, answered_at: now.toISOString() }
}
