import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { CATEGORY_PAGE_SIZE } from '../../../shared/catalog/constants.ts'
import type { Product, ProductList, ProductPage, SearchResult } from '../../../shared/catalog/schema.ts'
import { api } from '../../api/api.ts'
import type { SearchAddress } from './search-address.ts'

type Answer<Data> = { data: Data } | { error: FetchBaseQueryError }

/** What is unknown to the server, or could not exist, is `nothing` and not a failure. */
function unlessUnknown<Data>(answer: { data?: unknown; error?: FetchBaseQueryError }, nothing: Data): Answer<Data> {
  if (!answer.error) return { data: answer.data as Data }
  return answer.error.status === 404 || answer.error.status === 400 ? { data: nothing } : { error: answer.error }
}

/** The catalogue's calls. A product that does not exist is `null`. */
export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFlashSale: build.query<ProductList, void>({ query: () => '/products/flash-sale', providesTags: ['Product'] }),
    getJustForYou: build.query<ProductList, void>({ query: () => '/products/just-for-you', providesTags: ['Product'] }),
    getProduct: build.query<Product | null, string>({
      queryFn: async (productId, _api, _options, ask) =>
        unlessUnknown<Product | null>(await ask(`/products/${encodeURIComponent(productId)}`), null),
      providesTags: (_product, _error, productId) => [{ type: 'Product', id: productId }],
    }),
    getRelatedProducts: build.query<ProductList, string>({
      queryFn: async (productId, _api, _options, ask) =>
        unlessUnknown<ProductList>(await ask(`/products/${encodeURIComponent(productId)}/related`), { products: [] }),
      providesTags: ['Product'],
    }),
    getCategoryPage: build.query<ProductPage, { category: string; page: number }>({
      queryFn: async ({ category, page }, _api, _options, ask) =>
        unlessUnknown<ProductPage>(
          await ask({ url: `/categories/${encodeURIComponent(category)}/products`, params: { page } }),
          { products: [], total: 0, page, page_size: CATEGORY_PAGE_SIZE },
        ),
      providesTags: ['Product'],
    }),
    searchProducts: build.query<SearchResult, SearchAddress>({
      query: (search) => ({ url: '/search', params: { ...search } }),
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
