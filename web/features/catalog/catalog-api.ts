import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { CATEGORY_PAGE_SIZE, MAX_SEARCH_PAGE } from '../../../shared/catalog/constants.ts'
import type { Product, ProductList, ProductPage, SearchResult } from '../../../shared/catalog/schema.ts'
import { api } from '../../api/api.ts'
import { tagId } from '../../api/tag-id.ts'
import { MAX_REQUESTED_PAGE } from '../../ui/list/page-number.ts'
import type { SearchAddress } from './search-address.ts'

const extraOptions = { readsCatalog: true }

type Result<Data> = { data: Data } | { error: FetchBaseQueryError }

/** Returns `nothing` instead of an error when the server knows no such thing (400, 404). */
function orNothing<Data>(result: { data?: unknown; error?: FetchBaseQueryError }, nothing: Data): Result<Data> {
  if (!result.error) return { data: result.data as Data }
  return result.error.status === 404 || result.error.status === 400 ? { data: nothing } : { error: result.error }
}

/** The catalog's endpoints. A product that does not exist is `null`. */
export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFlashSale: build.query<ProductList, void>({
      query: () => '/api/products/flash-sale',
      extraOptions,
      providesTags: ['Product'],
    }),
    getJustForYou: build.query<ProductList, void>({
      query: () => '/api/products/just-for-you',
      extraOptions,
      providesTags: ['Product'],
    }),
    getProduct: build.query<Product | null, string>({
      queryFn: async (productId, _api, _options, send) =>
        orNothing<Product | null>(await send(`/api/products/${encodeURIComponent(productId)}`), null),
      extraOptions,
      providesTags: (_product, _error, productId) => [{ type: 'Product', id: tagId(productId) }],
    }),
    getRelatedProducts: build.query<ProductList, string>({
      queryFn: async (productId, _api, _options, send) =>
        orNothing<ProductList>(await send(`/api/products/${encodeURIComponent(productId)}/related`), {
          products: [],
        }),
      extraOptions,
      providesTags: ['Product'],
    }),
    getCategoryPage: build.query<ProductPage, { category: string; page: number }>({
      queryFn: async ({ category, page }, _api, _options, send) =>
        orNothing<ProductPage>(
          await send({
            url: `/api/categories/${encodeURIComponent(category)}/products`,
            params: { page: Math.min(page, MAX_REQUESTED_PAGE) },
          }),
          { products: [], total: 0, page, page_size: CATEGORY_PAGE_SIZE },
        ),
      extraOptions,
      providesTags: ['Product'],
    }),
    searchProducts: build.query<SearchResult, SearchAddress>({
      query: ({ page, ...search }) => ({
        url: '/api/search',
        params: { ...search, page: page && Math.min(page, MAX_SEARCH_PAGE) },
      }),
      extraOptions,
      providesTags: ['Product'],
    }),
  }),
})

export const {
  useGetFlashSaleQuery,
  useGetJustForYouQuery,
  useGetProductQuery,
  useGetRelatedProductsQuery,
  useGetCategoryPageQuery,
  useSearchProductsQuery,
} = catalogApi
