import { categoryPath } from '../../../shared/catalog/categories.ts'
import type { CategoryPage } from '../../../shared/catalog/schema.ts'
import type { Seller } from '../../../shared/catalog/seller-schema.ts'
import type { PageQueries, PageRedirect } from '../../api/page-queries.ts'
import type { LoadedQuery } from '../../api/site.ts'
import { readPageNumber } from '../../ui/list/page-number.ts'
import { catalogQuery, type HomeMarket, readSellerAddress, sellerPagePath } from './catalog-api.ts'
import { readSearch } from './search-address.ts'

// The data each page of the catalog needs; apart from the pages, so that code and data load in parallel.

/** The products, the banners and the pictures on the home page. */
export const homeQueries: PageQueries = () => [
  catalogQuery('getFlashSale', undefined),
  catalogQuery('getJustForYou', undefined),
  catalogQuery('getHome', undefined),
]

/** Returns a result as the state of a page has it: of the market, only what the home page shows. */
export function forState(query: LoadedQuery): LoadedQuery {
  if (query.endpoint !== 'getHome' || !query.data) return query
  const { banners, categories } = query.data as HomeMarket
  return { ...query, data: { banners, categories: categories.filter(({ picture }) => picture) } }
}

export const categoryQueries: PageQueries = ({ params, search }) => [
  catalogQuery('getCategoryPage', { category: params.categoryName ?? '', page: readPageNumber(search) }),
]

/** Redirects a former name or slug of a category. */
export const categoryRedirect: PageRedirect = ({ search }, [page]) => {
  const present = (page as CategoryPage | undefined)?.moved_to
  const number = readPageNumber(search)
  return present && categoryPath(present) + (number > 1 ? `?page=${number}` : '')
}

export const productQueries: PageQueries = ({ params }) => [
  catalogQuery('getProduct', params.productId ?? ''),
  catalogQuery('getRelatedProducts', params.productId ?? ''),
]

/** A page of search results. */
export const searchQueries: PageQueries = ({ search }) => [catalogQuery('searchProducts', readSearch(search))]

export const sellerQueries: PageQueries = ({ params: { handle = '' }, search }) => [
  catalogQuery('getSeller', handle),
  catalogQuery('getProductsOfSeller', readSellerAddress(handle, search)),
]

/** A page that the marketplace writes itself; without a slug the address has it. */
export const sitePageQueries =
  (slug?: string): PageQueries =>
  ({ params }) => [catalogQuery('getSitePage', { slug: slug ?? params.slug ?? '', version: params.version })]

/** Redirects an earlier or differently spelled handle of a seller to the current one. */
export const sellerRedirect: PageRedirect = ({ params: { handle = '' }, search }, [seller]) => {
  const present = (seller as Seller | null | undefined)?.handle
  return present && present !== handle ? sellerPagePath(readSellerAddress(present, search)) : undefined
}
