import {
  MAX_REVIEWS_PAGE,
  REVIEW_SORTS,
  type ReviewSort,
  STARS,
  type Stars,
} from '../../../shared/reviews/constants.ts'
import { readPageNumber } from '../../ui/list/page-number.ts'

/** The reviews of a product as the address of its page describes them; absent members have their defaults. */
export interface ReviewsAddress {
  productId: string
  /** Only reviews with this rating. */
  stars?: Stars
  sort?: ReviewSort
  page?: number
}

/** Parses an address; invalid parameters are ignored. */
export function readReviewsAddress(productId: string, query: URLSearchParams): ReviewsAddress {
  const page = Math.min(readPageNumber(query), MAX_REVIEWS_PAGE)
  const stars = STARS.find((known) => String(known) === query.get('stars'))
  const sort = REVIEW_SORTS.find((known) => known === query.get('sort') && known !== 'newest')
  return { productId, ...(stars && { stars }), ...(sort && { sort }), ...(page > 1 && { page }) }
}

/** Returns the address of a page of reviews, scrolled to them. */
export function reviewsPath({ productId, stars, sort, page }: ReviewsAddress): string {
  const query = new URLSearchParams({
    ...(stars && { stars: String(stars) }),
    ...(sort && { sort }),
    ...(page && page > 1 && { page: String(page) }),
  })
  return `/product/${productId}${query.size ? `?${query}` : ''}#reviews`
}
