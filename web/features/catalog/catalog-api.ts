import type { Product, ProductList, ProductPage, SearchResult } from '../../../shared/catalog/schema.ts'
import { api } from '../../api/api.ts'
import type { SearchAddress } from './search-address.ts'

/** The catalogue's calls. A product that does not exist is `null`, not a failure. */
export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFlashSale: build.query<ProductList, void>({ query: () => '/products/flash-sale', providesTags: ['Product'] }),
    getJustForYou: build.query<ProductList, void>({ query: () => '/products/just-for-you', providesTags: ['Product'] }),
    getProduct: build.query<Product | null, string>({
      queryFn: async (productId, _api, _options, ask) => {
        const answer = await ask(`/products/${encodeURIComponent(productId)}`)
        if (answer.error?.status === 404 || answer.error?.status === 400) return { data: null }
        return answer.error ? { error: answer.error } : { data: answer.data as Product }
      },
      providesTags: (_product, _error, productId) => [{ type: 'Product', id: productId }],
    }),
    getRelatedProducts: build.query<ProductList, string>({
      queryFn: async (productId, _api, _options, ask) => {
        const answer = await ask(`/products/${encodeURIComponent(productId)}/related`)
        if (answer.error?.status === 404 || answer.error?.status === 400) return { data: { products: [] } }
        return answer.error ? { error: answer.error } : { data: answer.data as ProductList }
      },
      providesTags: ['Product'],
    }),
    getCategoryPage: build.query<ProductPage, { category: string; page: number }>({
      query: ({ category, page }) => ({
        url: `/categories/${encodeURIComponent(category)}/products`,
        params: { page },
      }),
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
