import { z } from 'zod'
import { reasonField } from '../audit/schema.ts'
import { afterChangeSchema, productIdsQuerySchema, ratingSchema } from '../catalog/schema.ts'
import { filterText, listQuerySchema, matchFields, pageFields } from '../kernel/list-schema.ts'
import { multiLineText, queryInteger } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import {
  MAX_REVIEW_LENGTH,
  MAX_REVIEWS_PAGE,
  REVIEW_ID_PATTERN,
  REVIEW_SORTS,
  REVIEW_STATES,
  REVIEW_VIEWS,
  STARS,
} from './constants.ts'
import { reviewMessages } from './messages.ts'

/** Text of several lines without what stands around it; empty when there is nothing to see. */
const writtenText = z
  .string()
  .transform((text) => (isVisible(text) ? text.replaceAll('\r\n', '\n').trim() : ''))
  .pipe(multiLineText(MAX_REVIEW_LENGTH))

/** A review as its writer sends it. */
export const writeReviewSchema = z.object({
  rating: z.number().int().min(1).max(STARS[0]),
  text: writtenText.optional(),
})
export type WriteReview = z.infer<typeof writeReviewSchema>

/** What a seller answers. */
export const answerReviewSchema = z.object({ text: writtenText.pipe(z.string().min(1, reviewMessages.answerNeeded)) })

const answer = z.object({ text: z.string(), answered_at: z.string() }).nullable()

/** A review as visitors see it. */
const reviewSchema = z.object({
  review_id: z.string(),
  rating: z.number().int(),
  /** Empty without one. */
  text: z.string(),
  /** Null when the buyer has none, or shows an email address as one. */
  name: z.string().nullable(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  /** The seller's. */
  answer,
})
export type Review = z.infer<typeof reviewSchema>

/** A page of the reviews of a product. */
export const productReviewsSchema = z.object({
  /** Of all its reviews; null while there is none. */
  rating: ratingSchema.nullable(),
  /** How many reviews have 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.number().int()).length(STARS.length),
  reviews: z.array(reviewSchema),
  ...pageFields,
})
export type ProductReviews = z.infer<typeof productReviewsSchema>

export const reviewsQuerySchema = z.object({
  stars: queryInteger(1, STARS[0]).optional(),
  sort: z.enum(REVIEW_SORTS).optional(),
  page: queryInteger(1, MAX_REVIEWS_PAGE).optional(),
  ...afterChangeSchema.shape,
})
export type ReviewsQuery = z.infer<typeof reviewsQuerySchema>

/** A buyer's own review. */
const ownReviewSchema = reviewSchema.omit({ name: true }).extend({
  is_hidden: z.boolean(),
  /** Why an admin hid it; null when no reason was given. */
  hidden_reason: z.string().nullable(),
})
export type OwnReview = z.infer<typeof ownReviewSchema>

/** What a buyer may review of some products, and has. */
export const ownReviewsSchema = z.object({
  products: z.array(
    z.object({
      product_id: z.string(),
      /** False without a page: then its rating counts for its seller. */
      in_shop: z.boolean(),
      /** Whether it was delivered to the buyer. */
      can_review: z.boolean(),
      review: ownReviewSchema.nullable(),
    }),
  ),
})
export type OwnReviews = z.infer<typeof ownReviewsSchema>
export const ownReviewsQuerySchema = productIdsQuerySchema

export const reviewParamsSchema = z.object({ review_id: z.string().regex(REVIEW_ID_PATTERN, 'must be a review id') })
export const answeredSchema = z.object({ answer })

/** A review as admins see it. */
export const adminReviewSchema = reviewSchema.omit({ name: true }).extend({
  product_id: z.string(),
  product_name: z.string(),
  buyer_id: z.string(),
  /** Display name, else email address. */
  buyer_name: z.string(),
  state: z.enum(REVIEW_STATES),
  hidden_reason: z.string().nullable(),
  /** Reports on which no admin has decided. */
  open_reports: z.number().int(),
})
export type AdminReview = z.infer<typeof adminReviewSchema>

export const adminReviewPageSchema = z.object({ reviews: z.array(adminReviewSchema), ...pageFields, ...matchFields })
export type AdminReviewPage = z.infer<typeof adminReviewPageSchema>

/** `q`: the id of a review or a product, or part of the writer's name or email address. */
export const adminReviewsQuerySchema = listQuerySchema.extend({
  q: filterText,
  view: z.enum(REVIEW_VIEWS).optional(),
})
export type AdminReviewsQuery = z.infer<typeof adminReviewsQuerySchema>
export const moderateReviewSchema = z.object({ reason: reasonField }).nullish()
