import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import { reasonSchema } from '../../../shared/audit/schema.ts'
import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import { LIST_PAGE_SIZE } from '../../../shared/kernel/list-constants.ts'
import { adminReviewMessages } from '../../../shared/reviews/admin-messages.ts'
import { ADMIN_REVIEW_SORTS, REVIEW_ID_PATTERN } from '../../../shared/reviews/constants.ts'
import {
  type AdminReview,
  type AdminReviewPage,
  type AdminReviewsExport,
  type AdminReviewsQuery,
  adminReviewPageSchema,
  adminReviewSchema,
  adminReviewsExportSchema,
  adminReviewsQuerySchema,
  reviewParamsSchema,
} from '../../../shared/reviews/schema.ts'
import { findAccountIds } from '../../people/accounts/admin-queries.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { byNumber, type CsvColumn, type CsvFile, csvFile, csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { productIdOf, productNumberOf } from '../catalog/products/catalog-changes.ts'
import { nameProducts } from '../catalog/products/purchase-queries.ts'
import {
  type AdminReviewRow,
  listReviewRows,
  listReviewsBetween,
  type ReviewConditions,
  readLastReview,
} from './admin-queries.ts'
import { reviewError } from './errors.ts'
import { moderateReview } from './moderate-review.ts'
import { reviewView } from './queries.ts'

export const reviewsAdminRoutes = adminRoutesFor('reviews', (app, deps: { db: Db; clock: Clock }) => {
  const { db } = deps
  app.get(
    '/api/admin/reviews',
    respondsWith(adminReviewPageSchema, {
      summary: 'A page of the reviews',
      querystring: adminReviewsQuerySchema,
    }),
    (request) => listAdminReviews(db, request.query),
  )

  app.get(
    '/api/admin/reviews.csv',
    csvOptions('The reviews as CSV', adminReviewsExportSchema),
    async (request, reply) => sendCsv(reply, 'reviews.csv', await exportReviews(db, request.query)),
  )

  app.get(
    '/api/admin/reviews/:review_id',
    respondsWith(adminReviewSchema, { summary: 'One review', params: reviewParamsSchema }),
    (request) => readAdminReview(db, request.params.review_id),
  )

  const change = (summary: string) =>
    respondsWith(adminReviewSchema, { summary, params: reviewParamsSchema, body: reasonSchema })
  const moderate = async (request: FastifyRequest, reviewId: string, change: { hides: boolean; reason?: string }) => {
    await moderateReview(request, deps, { reviewId, ...change })
    return readAdminReview(db, reviewId)
  }

  app.post('/api/admin/reviews/:review_id/hide', change('Hide a review'), (request) =>
    moderate(request, request.params.review_id, { hides: true, reason: request.body?.reason }),
  )

  app.post(
    '/api/admin/reviews/:review_id/show',
    change('Show a review again, or keep one that was reported'),
    (request) => moderate(request, request.params.review_id, { hides: false, reason: request.body?.reason }),
  )
})

const NEWEST = { sort: ADMIN_REVIEW_SORTS[0], direction: 'desc' } as const

/** Returns a page, from 1, of all reviews that were not removed, newest first or by stars, of 10,000 at most. */
async function listAdminReviews(db: Db, query: AdminReviewsQuery): Promise<AdminReviewPage> {
  const { page = 1, page_size = LIST_PAGE_SIZE, sort = NEWEST.sort, direction = NEWEST.direction } = query
  const range = { offset: (page - 1) * page_size, limit: page_size, sorting: { sort, direction } }
  const { rows, ...found } = await listReviewRows(db, await conditionsOf(db, query), range)
  return { reviews: await withNames(db, rows), ...found, page, page_size }
}

/** Returns one review as admins see it. Throws AppError 404. */
async function readAdminReview(db: Db, reviewId: string): Promise<AdminReview> {
  const { rows } = await listReviewRows(db, { reviewId }, { offset: 0, limit: 1, sorting: NEWEST })
  const [review] = await withNames(db, rows)
  if (!review) throw reviewError('review_not_found')
  return review
}

const exportColumns = (): readonly CsvColumn<AdminReview>[] => [
  [adminReviewMessages.review, ({ review_id }) => review_id],
  [adminReviewMessages.productId, ({ product_id }) => product_id],
  [adminReviewMessages.product, ({ product_name }) => product_name],
  [adminReviewMessages.rating, ({ rating }) => rating],
  [adminReviewMessages.text, ({ text }) => text],
  [adminReviewMessages.answer, ({ answer }) => answer?.text ?? ''],
  [adminReviewMessages.buyer, ({ buyer_name }) => buyer_name],
  [adminReviewMessages.state, ({ state }) => adminReviewMessages.states[state]],
  [adminReviewMessages.openReports, ({ open_reports }) => open_reports],
  [adminReviewMessages.date, ({ created_at }) => created_at, 'time'],
]

/** Returns a file of all reviews of the list, newest first. */
async function exportReviews(db: Db, query: AdminReviewsExport): Promise<CsvFile> {
  const conditions = await conditionsOf(db, query)
  const { total, total_is_exact } = await listAdminReviews(db, { ...query, page_size: 1 })
  return csvFile(exportColumns(), {
    total: total_is_exact ? total : undefined,
    first: await readLastReview(db),
    read: byNumber(async (range) => withNames(db, await listReviewsBetween(db, conditions, range))),
  })
}

/** Resolves a search text: a review, a product, or the accounts that it matches. */
async function conditionsOf(db: Db, { q, view }: AdminReviewsExport): Promise<ReviewConditions> {
  if (!q) return { view }
  const id = q.toUpperCase()
  if (REVIEW_ID_PATTERN.test(id)) return { view, reviewId: id }
  if (PRODUCT_ID_PATTERN.test(id)) return { view, productNumber: productNumberOf(id) }
  // Too many accounts to identify one.
  return { view, buyers: (await findAccountIds(db, q)) ?? [] }
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
