import type { Db } from '../../../db/tables.ts'
import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import { LIST_PAGE_SIZE } from '../../../shared/kernel/list-constants.ts'
import { REVIEW_ID_PATTERN } from '../../../shared/reviews/constants.ts'
import type { AdminReview, AdminReviewPage, AdminReviewsQuery } from '../../../shared/reviews/schema.ts'
import { findAccountIds } from '../../people/accounts/admin-queries.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import { productIdOf, productNumberOf } from '../catalog/products/product-ids.ts'
import { nameProducts } from '../catalog/products/purchase-queries.ts'
import { type AdminReviewRow, listReviewRows, type ReviewConditions } from './admin-queries.ts'
import { reviewError } from './errors.ts'
import { reviewView } from './queries.ts'

/** Returns a page, from 1, of all reviews that were not removed, newest first, of 10,000 at most. */
export async function listAdminReviews(
  db: Db,
  { q, view, page = 1, page_size = LIST_PAGE_SIZE }: AdminReviewsQuery,
): Promise<AdminReviewPage> {
  const conditions = { view, ...(q && (await conditionsOf(db, q))) }
  const { rows, ...found } = await listReviewRows(db, conditions, { offset: (page - 1) * page_size, limit: page_size })
  return { reviews: await withNames(db, rows), ...found, page, page_size }
}

/** Returns one review as admins see it. Throws AppError 404. */
export async function readAdminReview(db: Db, reviewId: string): Promise<AdminReview> {
  const { rows } = await listReviewRows(db, { reviewId }, { offset: 0, limit: 1 })
  const [review] = await withNames(db, rows)
  if (!review) throw reviewError('review_not_found')
  return review
}

/** Resolves a search text: a review, a product, or the accounts that it matches. */
async function conditionsOf(db: Db, text: string): Promise<ReviewConditions> {
  const id = text.toUpperCase()
  if (REVIEW_ID_PATTERN.test(id)) return { reviewId: id }
  if (PRODUCT_ID_PATTERN.test(id)) return { productNumber: productNumberOf(id) }
  // Too many accounts to identify one.
  return { buyers: (await findAccountIds(db, text)) ?? [] }
}

async function withNames(db: Db, rows: readonly AdminReviewRow[]): Promise<AdminReview[]> {
  const [contacts, products] = await Promise.all([
    readContacts(db, [...new Set(rows.map(({ buyer_id }) => buyer_id))]),
    nameProducts(db, [...new Set(rows.map(({ product_number }) => product_number))]),
  ])
  return rows.map((row) => ({
    ...reviewView(row),
    product_id: productIdOf(row.product_number),
    product_name: products.get(row.product_number)?.product_name ?? '',
    buyer_id: row.buyer_id,
    buyer_name: contacts.get(row.buyer_id)?.name ?? '',
    state: row.hidden_at !== null ? 'hidden' : row.by_suspended ? 'by_suspended' : 'shown',
    hidden_reason: row.hidden_reason,
    open_reports: row.open_reports,
  }))
}
