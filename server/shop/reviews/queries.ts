import { type Selectable, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { Quote } from '../../../shared/catalog/seller-schema.ts'
import { QUOTES_OF_SELLER, REVIEWS_PER_PAGE, type ReviewSort } from '../../../shared/reviews/constants.ts'
import type { Review } from '../../../shared/reviews/schema.ts'

const COLUMNS = [
  ...(['review_id', 'buyer_id', 'rating', 'review_text'] as const),
  ...(['answer_text', 'answered_at', 'created_at', 'edited_at'] as const),
] as const

export type ReviewRow = Pick<Selectable<Tables['reviews']>, (typeof COLUMNS)[number]>

/** Each order is a backward scan of an index. */
const ORDERS = {
  newest: sql`created_at desc, review_number desc`,
  highest: sql`rating desc, created_at desc, review_number desc`,
  lowest: sql`rating, created_at desc, review_number desc`,
} satisfies Record<ReviewSort, unknown>

export function listReviews(
  db: Db,
  wanted: { productNumber: number; sort: ReviewSort; stars: number | undefined; offset: number },
): Promise<ReviewRow[]> {
  const { productNumber, sort, stars, offset } = wanted
  if (sort === 'newest' && stars === undefined && offset === 0) return newestReviews(db, { productNumber })
  return reviewsOf(db, productNumber)
    .$if(stars !== undefined, (rows) => rows.where('rating', '=', stars as number))
    .orderBy(ORDERS[sort])
    .offset(offset)
    .execute()
}

// Prepared, as it is the most frequent query: the first page of a product.
const newestReviews = prepared('newest_reviews', (db, { productNumber }: { productNumber: number }) =>
  reviewsOf(db, productNumber).orderBy(ORDERS.newest).compile(),
)

function reviewsOf(db: Db, productNumber: number) {
  return db
    .selectFrom('reviews')
    .select(COLUMNS)
    .where('product_number', '=', productNumber)
    .where(sql<boolean>`is_shown`)
    .limit(REVIEWS_PER_PAGE)
}

/** Returns the newest reviews of a seller's products, of a length to quote. */
export async function listQuotes(db: Db, sellerId: string): Promise<Quote[]> {
  const rows = await db
    .selectFrom('reviews')
    .select(['rating', 'review_text as text', 'created_at'])
    .where('seller_id', '=', sellerId)
    .where(sql<boolean>`is_shown and char_length(review_text) between 20 and 200`)
    .orderBy('review_number', 'desc')
    .limit(QUOTES_OF_SELLER)
    .execute()
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

export interface OwnReviewRow extends Omit<ReviewRow, 'buyer_id'> {
  product_number: number
  hidden_at: Date | null
  hidden_reason: string | null
}

export function listOwnReviews(db: Db | Tx, buyerId: string, productNumbers: readonly number[]) {
  return db
    .selectFrom('reviews')
    .select([...COLUMNS, 'product_number', 'hidden_at', 'hidden_reason'])
    .where('buyer_id', '=', buyerId)
    .where('product_number', '=', sql<number>`any(${productNumbers}::bigint[])`)
    .where('removed_at', 'is', null)
    .execute()
}

type WrittenReview = ChangedReview & { rating: number; review_text: string; now: Date }

/**
 * Inserts or replaces a buyer's review in one statement, so that concurrent calls make one. A replacement with changes
 * is marked as edited, at a time after the answer to the earlier text even if clocks differ. Returns whether it is the
 * buyer's first review of the product.
 */
export async function upsertReview(tx: Tx, { now, ...review }: WrittenReview): Promise<{ is_first: boolean }> {
  // guard: review-written-at-once
  const { rows } = await sql<{ is_first: boolean }>`
    insert into reviews (product_number, seller_id, buyer_id, rating, review_text, created_at)
    values (${review.product_number}, ${review.seller_id}, ${review.buyer_id}, ${review.rating}, ${review.review_text}, ${now})
    on conflict (product_number, buyer_id) do update set rating = excluded.rating, review_text = excluded.review_text,
      created_at = case when reviews.removed_at is null then reviews.created_at else excluded.created_at end,
      edited_at = case when reviews.removed_at is not null then null
        when (excluded.rating, excluded.review_text) = (reviews.rating, reviews.review_text) then reviews.edited_at
        else greatest(excluded.created_at, reviews.answered_at + interval '1 millisecond') end,
      removed_at = null
    returning xmax = 0 as is_first`.execute(tx)
  return { is_first: rows[0]?.is_first === true }
}

/** Removes a buyer's review with its answer; returns the seller if there was one. */
export function removeReview(
  tx: Tx,
  { buyerId, productNumber, now }: { buyerId: string; productNumber: number; now: Date },
): Promise<{ seller_id: string } | undefined> {
  return tx
    .updateTable('reviews')
    .set({ removed_at: now, review_text: '', answer_text: null, answered_at: null })
    .where('buyer_id', '=', buyerId)
    .where('product_number', '=', productNumber)
    .where('removed_at', 'is', null)
    .returning('seller_id')
    .executeTakeFirst()
}

export interface ChangedReview {
  product_number: number
  seller_id: string
  buyer_id: string
}

/** Writes or removes (null) a seller's answer; returns the review. `is_first` is true once per review. */
export async function setAnswer(
  tx: Tx,
  { reviewId, sellerId, text, now }: { reviewId: string; sellerId: string; text: string | null; now: Date },
): Promise<(ChangedReview & { is_first: boolean }) | undefined> {
  const { rows } = await sql<ChangedReview & { is_first: boolean }>`
    with found as (
      select review_number, first_answered_at from reviews
      where review_id = ${reviewId} and seller_id = ${sellerId}::uuid and is_shown for no key update
    )
    update reviews set answer_text = ${text}, answered_at = ${text === null ? null : now},
      first_answered_at = coalesce(reviews.first_answered_at, ${text === null ? null : now})
    from found where reviews.review_number = found.review_number
    returning product_number, seller_id, buyer_id, found.first_answered_at is null as is_first`.execute(tx)
  return rows[0]
}

/** Returns the writer of a visible review, and the time of its text. */
export function findShownReview(tx: Tx, reviewId: string) {
  return tx
    .selectFrom('reviews')
    .select(['review_number', 'buyer_id', sql<Date>`coalesce(edited_at, created_at)`.as('written_at')])
    .where('review_id', '=', reviewId)
    .where(sql<boolean>`is_shown`)
    .executeTakeFirst()
}

/** Inserts a report; false if there is an open one, or one of the same text. */
export async function insertReport(
  tx: Tx,
  { review_number, written_at }: { review_number: number; written_at: Date },
  userId: string,
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('review_reports')
    .values({ review_number, user_id: userId, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['review_number', 'user_id'])
        .doUpdateSet({ settled: false, created_at: now })
        .where('review_reports.settled', '=', true)
        .where('review_reports.created_at', '<', written_at),
    )
    .returning('review_number')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Hides the reviews of a suspended account, or shows them again; returns those that changed. */
export function setSuspended(tx: Tx, buyerId: string, isSuspended: boolean): Promise<ChangedReview[]> {
  return tx
    .updateTable('reviews')
    .set({ by_suspended: isSuspended })
    .where('buyer_id', '=', buyerId)
    .where('by_suspended', '<>', isSuspended)
    .returning(['product_number', 'seller_id', 'buyer_id'])
    .execute()
}

/** Returns the public fields of a review, except the writer's name. */
export function reviewView(row: Omit<ReviewRow, 'buyer_id'>): Omit<Review, 'name'> {
  return {
    review_id: row.review_id,
    rating: row.rating,
    text: row.review_text,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    answer:
      row.answer_text === null
        ? null
        : { text: row.answer_text, answered_at: (row.answered_at ?? row.created_at).toISOString() },
  }
}
