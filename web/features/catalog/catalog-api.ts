import type { Category } from '../../../shared/catalog/categories.ts'
import {
  CATEGORY_PAGE_SIZE,
  MAX_SEARCH_PAGE,
  SELLER_PAGE_SIZE,
  SELLER_PAGE_SORTS,
  type SellerPageSort,
} from '../../../shared/catalog/constants.ts'
import { sellerPath } from '../../../shared/catalog/handles.ts'
import type { CategoryPage, Product, ProductList, ProductPage, SearchResult } from '../../../shared/catalog/schema.ts'
import type { SearchFacets, Suggestions } from '../../../shared/catalog/search-schema.ts'
import type { Seller } from '../../../shared/catalog/seller-schema.ts'
import type { Market } from '../../../shared/market/schema.ts'
import type { SitePage } from '../../../shared/site-pages/schema.ts'
import { api, tagId } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import type { FetchApi, PageQuery, QueryResult } from '../../api/page-queries.ts'
import { withPageResults } from '../../api/page-results.ts'
import { MAX_REQUESTED_PAGE, readPageNumber } from '../../ui/list/page-number.ts'
import { type SearchAddress, searchPath } from './search-address.ts'

const extraOptions = { readsCatalog: true }

/** A catalog read that works in the browser and on the server. */
interface Read<Data, Arg> {
  path: (arg: Arg) => string
  /** The result for responses 400 and 404, which are errors by default. */
  nothing?: (arg: Arg) => Data
}

/** The banners, and the categories with pictures. */
export interface HomeMarket extends Pick<Market, 'banners'> {
  categories: Pick<Category, 'name' | 'picture'>[]
}

const define = <Data, Arg>(read: Read<Data, Arg>) => read

const reads = {
  getFlashSale: define<ProductList, void>({ path: () => '/api/products/flash-sale' }),
  getJustForYou: define<ProductList, void>({ path: () => '/api/products/just-for-you' }),
  getHome: define<HomeMarket, void>({ path: () => '/api/market' }),
  getProduct: define<Product | null, string>({
    path: (productId) => `/api/products/${encodeURIComponent(productId)}`,
    nothing: () => null,
  }),
  getRelatedProducts: define<ProductList, string>({
    path: (productId) => `/api/products/${encodeURIComponent(productId)}/related`,
    nothing: () => ({ products: [] }),
  }),
  getCategoryPage: define<CategoryPage, { category: string; page: number }>({
    path: ({ category, page }) =>
      `/api/categories/${encodeURIComponent(category)}/products?page=${Math.min(page, MAX_REQUESTED_PAGE)}`,
    nothing: ({ page }) => ({ products: [], total: 0, page, page_size: CATEGORY_PAGE_SIZE }),
  }),
  getProductsByIds: define<ProductList, readonly string[]>({
    path: (ids) => `/api/products?${new URLSearchParams({ ids: ids.join() })}`,
  }),
  getSeller: define<Seller | null, string>({
    path: (handle) => `/api/sellers/${encodeURIComponent(handle)}`,
    nothing: () => null,
  }),
  getProductsOfSeller: define<ProductPage, SellerAddress>({
    path: ({ handle, sort, page = 1 }) => {
      const query = new URLSearchParams({ ...(sort && { sort }), page: String(Math.min(page, MAX_REQUESTED_PAGE)) })
      return `/api/sellers/${encodeURIComponent(handle)}/products?${query}`
    },
    nothing: ({ page = 1 }) => ({ products: [], total: 0, page, page_size: SELLER_PAGE_SIZE }),
  }),
  /** A page that the marketplace writes itself. */
  getSitePage: define<SitePage | null, { slug: string; version?: string | undefined }>({
    path: ({ slug, version }) =>
      `/api/pages/${encodeURIComponent(slug)}${version ? `?version=${encodeURIComponent(version)}` : ''}`,
    nothing: () => null,
  }),
  countFacets: define<SearchFacets, SearchAddress>({
    path: (search) => `/api${searchPath(search).replace('/search', '/search/facets')}`,
  }),
  suggest: define<Suggestions, string>({
    path: (text) => `/api/suggestions?${new URLSearchParams({ q: text })}`,
  }),
  searchProducts: define<SearchResult, SearchAddress>({
    path: ({ page, ...search }) => `/api${searchPath({ ...search, page: page && Math.min(page, MAX_SEARCH_PAGE) })}`,
  }),
}

function resultOf<Data, Arg>({ nothing }: Read<Data, Arg>, arg: Arg, result: QueryResult): QueryResult<Data> {
  if (!('error' in result)) return { data: result.data as Data }
  const { status } = result.error
  return nothing && (status === 404 || status === 400) ? { data: nothing(arg) } : result
}

function reading<Data, Arg>(read: Read<Data, Arg>) {
  return async (arg: Arg, _api: unknown, _options: unknown, send: (path: string) => PromiseLike<unknown> | unknown) =>
    resultOf(read, arg, (await send(read.path(arg))) as QueryResult)
}

const fromCatalog = <Data, Arg>(read: Read<Data, Arg>) => ({
  queryFn: reading(read),
  extraOptions,
  providesTags: ['Product'] as const,
})

/** The catalog's endpoints. A product that does not exist is `null`. */
const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFlashSale: build.query(fromCatalog(reads.getFlashSale)),
    getJustForYou: build.query(fromCatalog(reads.getJustForYou)),
    getHome: build.query(fromCatalog(reads.getHome)),
    getProduct: build.query<Product | null, string>({
      queryFn: reading(reads.getProduct),
      extraOptions,
      providesTags: (_product, _error, productId) => [{ type: 'Product', id: tagId(productId) }],
    }),
    getRelatedProducts: build.query(fromCatalog(reads.getRelatedProducts)),
    getCategoryPage: build.query(fromCatalog(reads.getCategoryPage)),
    getProductsByIds: build.query(fromCatalog(reads.getProductsByIds)),
    getSeller: build.query(fromCatalog(reads.getSeller)),
    getProductsOfSeller: build.query(fromCatalog(reads.getProductsOfSeller)),
    getSitePage: build.query(fromCatalog(reads.getSitePage)),
    countFacets: build.query(fromCatalog(reads.countFacets)),
    suggest: build.query<Suggestions, string>({
      queryFn: reading(reads.suggest),
      extraOptions: { isPublic: true },
      keepUnusedDataFor: 60,
    }),
    searchProducts: build.query(fromCatalog(reads.searchProducts)),
  }),
})

type ReadName = keyof typeof reads
type ArgOf<Name extends ReadName> = Parameters<(typeof reads)[Name]['path']>[0]

type QueryThunk = AppThunk<ReturnType<PageQuery['start']>>

/** No subscription: the page that shows the data holds one. */
const fetchOnly = { subscribe: false }

/** Requests suggestions unless they are cached; `abort` cancels the request. */
export function startSuggesting(text: string) {
  return catalogApi.endpoints.suggest.initiate(text)
}

/** Returns the query of an endpoint for a page. */
export function catalogQuery<Name extends ReadName>(name: Name, arg: ArgOf<Name>): PageQuery {
  const read = reads[name] as Read<unknown, ArgOf<Name>>
  const initiate = catalogApi.endpoints[name].initiate as (arg: ArgOf<Name>, options: object) => QueryThunk
  return {
    endpoint: name,
    arg,
    start: (dispatch) => dispatch(initiate(arg, fetchOnly)),
    read: async (fetchApi: FetchApi) => {
      const { status, body } = await fetchApi(read.path(arg))
      return resultOf(read, arg, status < 400 ? { data: body } : { error: { status, data: body } })
    },
  }
}

export const {
  useGetFlashSaleQuery,
  useGetJustForYouQuery,
  useGetHomeQuery,
  useGetProductQuery,
  useGetRelatedProductsQuery,
  useGetCategoryPageQuery,
  useGetProductsByIdsQuery,
  useGetSellerQuery,
  useGetProductsOfSellerQuery,
  useGetSitePageQuery,
  useCountFacetsQuery,
  useSearchProductsQuery,
} = import.meta.env.SSR ? withPageResults(catalogApi) : catalogApi

/** The parameters of a seller's page; absent ones have their defaults. */
export interface SellerAddress {
  handle: string
  sort?: SellerPageSort
  page?: number
}

/** Parses an address; invalid parameters are ignored. */
export function readSellerAddress(handle: string, query: URLSearchParams): SellerAddress {
  const page = readPageNumber(query)
  const sort = SELLER_PAGE_SORTS.find((known) => known === query.get('sort') && known !== 'name')
  return { handle, ...(sort && { sort }), ...(page > 1 && { page }) }
}

/** Returns the address of a page of a seller. */
export function sellerPagePath({ handle, sort, page }: SellerAddress): string {
  const query = new URLSearchParams({ ...(sort && { sort }), ...(page && page > 1 && { page: String(page) }) })
  return query.size ? `${sellerPath(handle)}?${query}` : sellerPath(handle)
}
