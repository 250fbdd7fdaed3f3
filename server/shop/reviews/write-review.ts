import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import type { OwnReview, OwnReviews, WriteReview } from '../../../shared/reviews/schema.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { lockWriter } from '../../people/accounts/suspension-queries.ts'
import { isLineDelivered } from '../../trade/fulfilment/queries.ts'
import { listReceived } from '../../trade/orders/queries.ts'
import { catalogChanged, productNumberOf, productsRated } from '../catalog/products/catalog-changes.ts'
import { listProductsToReview } from '../catalog/products/purchase-queries.ts'
import { reviewError } from './errors.ts'
import { notifySeller } from './notify-of-review.ts'
import { listOwnReviews, type OwnReviewRow, removeReview, reviewView, upsertReview } from './queries.ts'

interface Written {
  buyerId: string
  productId: string
  review: WriteReview
  now: Date
}

/**
 * Writes or replaces a buyer's only review of a product, and returns it; the first one notifies the seller. Throws
 * AppError 404 for an unknown or hidden product, 403 if it was not delivered to the buyer. A product that its seller
 * has deleted can be rated for the seller.
 */
export async function writeReview(
  deps: MailingDeps,
  { buyerId, productId, review: { rating, text = '' }, now }: Written,
): Promise<OwnReview> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockWriter(tx, buyerId))) throw reviewError('account_suspended')
    const product = (await listProductsToReview(tx, [productId])).get(productId)
    if (!product) throw reviewError('product_not_found')
    const { product_number, seller_id } = product
    const received = await listReceived(tx, { buyerId, products: [product_number], isDelivered: isLineDelivered })
    if (!received.has(product_number)) throw reviewError('not_received')
    const row = { product_number, seller_id, buyer_id: buyerId, rating, review_text: text, now }
    const { is_first } = await upsertReview(tx, row)
    if (is_first) await notifySeller(tx, deps, { seller_id, product, rating, text, now })
    await catalogChanged(tx, productsRated([product]))
    const [written] = await listOwnReviews(tx, buyerId, [product_number])
    if (!written) throw reviewError('review_not_found')
    return ownView(written)
  })
}

/** Removes a buyer's review of a product, deleted or not. Throws AppError 404. */
export function removeOwnReview(
  db: Db,
  { buyerId, productId, now }: { buyerId: string; productId: string; now: Date },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const removed = await removeReview(tx, { buyerId, productNumber: productNumberOf(productId), now })
    if (!removed) throw reviewError('review_not_found')
    await catalogChanged(tx, productsRated([{ product_id: productId, seller_id: removed.seller_id }]))
  })
}

/** Returns which of these products a buyer may review, and the buyer's reviews of them. */
export async function readOwnReviews(db: Db, buyerId: string, productIds: readonly string[]): Promise<OwnReviews> {
  const ids = [...new Set(productIds)]
  const [known, rows] = await Promise.all([
    listProductsToReview(db, ids),
    listOwnReviews(db, buyerId, ids.map(productNumberOf)),
  ])
  const products = Array.from(known.values(), ({ product_number }) => product_number)
  const received = await listReceived(db, { buyerId, products, isDelivered: isLineDelivered })
  const byNumber = new Map(rows.map((row) => [row.product_number, row]))
  return {
    products: ids.map((product_id) => {
      const row = byNumber.get(productNumberOf(product_id))
      const product = known.get(product_id)
      return {
        product_id,
        in_shop: product?.in_shop ?? false,
        can_review: product !== undefined && received.has(product.product_number),
        review: row ? ownView(row) : null,
      }
    }),
  }
}

function ownView({ hidden_at, hidden_reason, ...row }: OwnReviewRow): OwnReview {
  return { ...reviewView(row), is_hidden: hidden_at !== null, hidden_reason }
}
