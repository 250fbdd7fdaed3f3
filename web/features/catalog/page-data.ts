import { type LoadPageData, runQueries } from '../../api/load-page-data.ts'
import { readPageNumber } from '../../ui/list/page-number.ts'
import { catalogApi } from './catalog-api.ts'
import { readSearch } from './search-address.ts'

// The data each page of the catalog needs; apart from the pages, so that code and data load in parallel.

const { getFlashSale, getJustForYou, getCategoryPage, getProduct, getRelatedProducts, searchProducts } =
  catalogApi.endpoints

/** Fetched without a subscription: the page that shows the data keeps it in the cache. The server needs none. */
const fetchOnly = { subscribe: false }

/** The products on the home page. */
export const loadHome: LoadPageData = (dispatch) =>
  runQueries(dispatch, [getFlashSale.initiate(undefined, fetchOnly), getJustForYou.initiate(undefined, fetchOnly)])

/** A page of a category. */
export const loadCategory: LoadPageData = (dispatch, { params, search }) =>
  runQueries(dispatch, [
    getCategoryPage.initiate({ category: params.categoryName ?? '', page: readPageNumber(search) }, fetchOnly),
  ])

/** A product and related products. */
export const loadProduct: LoadPageData = (dispatch, { params }) =>
  runQueries(dispatch, [
    getProduct.initiate(params.productId ?? '', fetchOnly),
    getRelatedProducts.initiate(params.productId ?? '', fetchOnly),
  ])

/** A page of search results. */
export const loadSearch: LoadPageData = (dispatch, { search }) =>
  runQueries(dispatch, [searchProducts.initiate(readSearch(search), fetchOnly)])

/** A page that does not exist. */
export const loadNotFound: LoadPageData = async () => 404
