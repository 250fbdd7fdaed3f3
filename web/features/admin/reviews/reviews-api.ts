import type { AdminReview, AdminReviewPage, AdminReviewsQuery } from '../../../../shared/reviews/schema.ts'
import { api } from '../../../api/api.ts'

const extraOptions = { signedIn: true }
const reviewPath = (id: string) => `/api/admin/reviews/${encodeURIComponent(id)}`

const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminReviews: build.query<AdminReviewPage, AdminReviewsQuery>({
      query: (list) => ({ url: '/api/admin/reviews', params: { ...list } }),
      extraOptions,
      providesTags: ['Review'],
    }),
    getAdminReview: build.query<AdminReview, string>({
      query: reviewPath,
      extraOptions,
      providesTags: ['Review'],
    }),
    /** Also after a refusal, which usually means that what is shown is outdated. */
    moderateReview: build.mutation<AdminReview, { reviewId: string; act: 'hide' | 'show'; reason: string }>({
      query: ({ reviewId, act, reason }) => ({
        url: `${reviewPath(reviewId)}/${act}`,
        method: 'POST',
        body: { reason },
      }),
      extraOptions: { ...extraOptions, changesCatalog: true },
      invalidatesTags: ['Review', 'Product'],
    }),
  }),
})

export const { useGetAdminReviewsQuery, useGetAdminReviewQuery, useModerateReviewMutation } = reviewsApi
