import { z } from 'zod'
import { afterChangeSchema, ratingSchema } from '../catalog/schema.ts'
import { filterText, listQuerySchema, matchFields, pageFields, sortFields } from '../kernel/list-schema.ts'
import { multiLineText, queryInteger } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import {
  ADMIN_REVIEW_SORTS,
  MAX_REVIEW_LENGTH,
  MAX_REVIEWS_PAGE,
  REVIEW_ID_PATTERN,
  REVIEW_SORTS,
  REVIEW_STATES,
  REVIEW_VIEWS,
  STARS,
} from './constants.ts'
import { reviewMessages } from './messages.ts'

/** Trims a text of several lines; empty if nothing is visible. */
const writtenText = z
  .string()
  .transform((text) => (isVisible(text) ? text.replaceAll('\r\n', '\n').trim() : ''))
  .pipe(multiLineText(MAX_REVIEW_LENGTH))

export const writeReviewSchema = z.object({
  rating: z.number().int().min(1).max(STARS[0]),
  text: writtenText.optional(),
})
export type WriteReview = z.infer<typeof writeReviewSchema>

export const answerReviewSchema = z.object({
  text: writtenText.pipe(z.string().min(1, { error: () => reviewMessages.answerNeeded })),
})

const answer = z.object({ text: z.string(), answered_at: z.string() }).nullable()

const reviewSchema = z.object({
  review_id: z.string(),
  rating: z.number().int(),
  text: z.string(),
  /** Null without a display name, or if it is an email address. */
  name: z.string().nullable(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  /** The seller's answer. */
  answer,
})
export type Review = z.infer<typeof reviewSchema>

export const productReviewsSchema = z.object({
  /** The average of all reviews; null without one. */
  rating: ratingSchema.nullable(),
  /** Counts of reviews with 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.number().int()).length(STARS.length),
  reviews: z.array(reviewSchema),
  ...pageFields,
})
export type ProductReviews = z.infer<typeof productReviewsSchema>

export const reviewsQuerySchema = z.object({
  stars: queryInteger(STARS[0]).optional(),
  sort: z.enum(REVIEW_SORTS).optional(),
  page: queryInteger(MAX_REVIEWS_PAGE).optional(),
  ...afterChangeSchema.shape,
})
export type ReviewsQuery = z.infer<typeof reviewsQuerySchema>

const ownReviewSchema = reviewSchema.omit({ name: true }).extend({
  is_hidden: z.boolean(),
  /** The admin's reason; null if none was entered. */
  hidden_reason: z.string().nullable(),
})
export type OwnReview = z.infer<typeof ownReviewSchema>

/** Which products a buyer may review, and the buyer's reviews. */
export const ownReviewsSchema = z.object({
  products: z.array(
    z.object({
      product_id: z.string(),
      /** False for a product that has left the shop: its rating counts for the seller. */
      in_shop: z.boolean(),
      /** True after delivery to the buyer. */
      can_review: z.boolean(),
      review: ownReviewSchema.nullable(),
    }),
  ),
})
export type OwnReviews = z.infer<typeof ownReviewsSchema>

export const reviewParamsSchema = z.object({ review_id: z.string().regex(REVIEW_ID_PATTERN, 'must be a review id') })
export const answeredSchema = z.object({ answer })

export const adminReviewSchema = reviewSchema.omit({ name: true }).extend({
  product_id: z.string(),
  product_name: z.string(),
  buyer_id: z.string(),
  /** Display name, else email address. */
  buyer_name: z.string(),
  state: z.enum(REVIEW_STATES),
  hidden_reason: z.string().nullable(),
  open_reports: z.number().int(),
})
export type AdminReview = z.infer<typeof adminReviewSchema>

export const adminReviewPageSchema = z.object({ reviews: z.array(adminReviewSchema), ...pageFields, ...matchFields })
export type AdminReviewPage = z.infer<typeof adminReviewPageSchema>

/** `q` is the id of a review or product, or part of the writer's name or email address. */
export const adminReviewsExportSchema = z.object({ q: filterText, view: z.enum(REVIEW_VIEWS).optional() })
export type AdminReviewsExport = z.infer<typeof adminReviewsExportSchema>
export const adminReviewsQuerySchema = listQuerySchema.extend({
  ...adminReviewsExportSchema.shape,
  ...sortFields(ADMIN_REVIEW_SORTS),
})
export type AdminReviewsQuery = z.infer<typeof adminReviewsQuerySchema>
