import type { Product } from '../../../shared/catalog/schema.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import type { PageQueries } from '../../api/page-queries.ts'
import { readReviewsAddress } from './reviews-address.ts'
import { reviewsQuery, useGetReviewsQuery } from './reviews-api.ts'
import { reviewsOnServer } from './reviews-later.tsx'
import { ReviewsSection } from './reviews-section.tsx'

// The server renders reviews at once; browsers load their code when they approach the viewport.

const FIRST = new URLSearchParams()

reviewsOnServer.Section = ReviewsSection
reviewsOnServer.structured = useStructuredReviews

export const reviewQueries: PageQueries = ({ params: { productId = '' }, search }) => [
  reviewsQuery(readReviewsAddress(productId, search)),
]

function useStructuredReviews({ product_id }: Product): Record<string, unknown> {
  const { data } = useGetReviewsQuery(readReviewsAddress(product_id, FIRST))
  if (!data?.reviews.length) return {}
  return {
    review: data.reviews.map(({ rating, text, name, created_at }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
      datePublished: dayOf(new Date(created_at)),
      author: { '@type': 'Person', name: name ?? reviewMessages.buyer },
      ...(text && { reviewBody: text }),
    })),
  }
}
