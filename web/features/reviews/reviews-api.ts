import { reviewErrors } from '../../../shared/reviews/errors.ts'
import type { OwnReview, OwnReviews, ProductReviews, WriteReview } from '../../../shared/reviews/schema.ts'
import { api, knownErrorOf, tagId } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import type { FetchApi, PageQuery, QueryResult } from '../../api/page-queries.ts'
import { withPageResults } from '../../api/page-results.ts'
import type { ReviewsAddress } from './reviews-address.ts'

/** Ratings are part of the catalog. */
const changes = { changesCatalog: true }

const productPath = (productId: string) => `/api/products/${encodeURIComponent(productId)}`
const answerPath = (reviewId: string) => `/api/seller/reviews/${encodeURIComponent(reviewId)}/answer`

function pathOf({ productId, stars, sort, page }: ReviewsAddress): string {
  const query = new URLSearchParams({
    ...(stars && { stars: String(stars) }),
    ...(sort && { sort }),
    ...(page && { page: String(page) }),
  })
  return `${productPath(productId)}/reviews${query.size ? `?${query}` : ''}`
}

function resultOf(result: QueryResult): QueryResult<ProductReviews | null> {
  if (!('error' in result)) return { data: result.data as ProductReviews }
  const { status } = result.error
  return status === 404 || status === 400 ? { data: null } : result
}

const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReviews: build.query<ProductReviews | null, ReviewsAddress>({
      // Cached responses may be older than the server-rendered page.
      queryFn: async (address, _api, _options, send) =>
        resultOf((await send({ url: pathOf(address), cache: 'no-cache' })) as QueryResult),
      extraOptions: { readsCatalog: true },
      providesTags: (_reviews, _error, { productId }) => [{ type: 'Product', id: tagId(productId) }],
    }),
    getOwnReviews: build.query<OwnReviews, readonly string[]>({
      query: (ids) => ({ url: '/api/own-reviews', params: { ids: ids.join() } }),
      providesTags: ['Review'],
    }),
    writeReview: build.mutation<OwnReview, WriteReview & { productId: string }>({
      query: ({ productId, ...body }) => ({ url: `${productPath(productId)}/review`, method: 'PUT', body }),
      extraOptions: changes,
      invalidatesTags: ['Review', 'Product'],
    }),
    removeReview: build.mutation<null, string>({
      query: (productId) => ({ url: `${productPath(productId)}/review`, method: 'DELETE' }),
      extraOptions: changes,
      invalidatesTags: ['Review', 'Product'],
    }),
    /** Null removes the answer. */
    answerReview: build.mutation<unknown, { productId: string; reviewId: string; text: string | null }>({
      query: ({ reviewId, text }) =>
        text === null
          ? { url: answerPath(reviewId), method: 'DELETE' }
          : { url: answerPath(reviewId), method: 'PUT', body: { text } },
      extraOptions: changes,
      invalidatesTags: (_answer, _error, { productId }) => [{ type: 'Product', id: productId }],
    }),
    reportReview: build.mutation<null, string>({
      query: (reviewId) => ({ url: `/api/reviews/${encodeURIComponent(reviewId)}/report`, method: 'POST' }),
    }),
  }),
})

/** Returns the query of a page of reviews, for a page that the server renders. */
export function reviewsQuery(address: ReviewsAddress): PageQuery {
  return {
    endpoint: 'getReviews',
    arg: address,
    start: (dispatch) => dispatch(fetchReviews(address)),
    read: async (fetchApi: FetchApi) => {
      const { status, body } = await fetchApi(pathOf(address))
      return resultOf(status < 400 ? { data: body } : { error: { status, data: body } })
    },
  }
}

/** Fetches a page of reviews into the store unless it is cached. */
export function fetchReviews(address: ReviewsAddress): AppThunk<PromiseLike<{ error?: unknown; data?: unknown }>> {
  return (dispatch) => dispatch(reviewsApi.endpoints.getReviews.initiate(address, { subscribe: false }))
}

/** Returns whether a report failed because the user has made it before. */
export function isReportedAlready(error: unknown): boolean {
  return knownErrorOf(error, reviewErrors)?.code === 'already_reported'
}

export const {
  useGetReviewsQuery,
  useGetOwnReviewsQuery,
  useWriteReviewMutation,
  useRemoveReviewMutation,
  useAnswerReviewMutation,
  useReportReviewMutation,
} = import.meta.env.SSR ? withPageResults(reviewsApi) : reviewsApi
