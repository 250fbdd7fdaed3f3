import type { Generated, GeneratedAlways } from 'kysely'
import type { BigInteger } from './column-types.ts'

/** The tables of what buyers say of products. */
export interface ReviewTables {
  reviews: {
    review_number: GeneratedAlways<number>
    review_id: GeneratedAlways<string>
    product_number: BigInteger
    /** That of the product. */
    seller_id: string
    buyer_id: string
    rating: number
    review_text: Generated<string>
    answer_text: string | null
    answered_at: Date | null
    first_answered_at: Date | null
    /** By an admin. */
    hidden_at: Date | null
    hidden_reason: string | null
    by_suspended: Generated<boolean>
    /** By its writer; the row stays. */
    removed_at: Date | null
    is_shown: GeneratedAlways<boolean>
    created_at: Date
    edited_at: Date | null
  }
  review_reports: { review_number: BigInteger; user_id: string; settled: Generated<boolean>; created_at: Date }
  /** A trigger keeps it. No row: no rating. */
  product_ratings: {
    product_number: BigInteger
    stars_1: Generated<number>
    stars_2: Generated<number>
    stars_3: Generated<number>
    stars_4: Generated<number>
    stars_5: Generated<number>
    ratings: GeneratedAlways<number>
    rating_sum: GeneratedAlways<number>
    /** The average in tenths of a star. */
    rating_tenths: GeneratedAlways<number | null>
  }
  /** A trigger keeps it. */
  seller_ratings: { seller_id: string; ratings: Generated<number>; rating_sum: Generated<number> }
}
