import { type LoadPageData, runQueries } from '../../api/load-page-data.ts'
import { catalogApi } from './catalog-api.ts'
import { readCategoryPage, readSearch } from './search-address.ts'

// Which answers each page of the catalogue needs; apart from the pages, so that their code and data load side by side.

const { getFlashSale, getJustForYou, getCategoryPage, getProduct, getRelatedProducts, searchProducts } =
  catalogApi.endpoints

/** Fetched, but not held: the page that shows an answer keeps it alive. On the server nothing needs to be kept. */
const fetchOnly = { subscribe: false }

/** What the home page shows first. */
export const loadHome: LoadPageData = (dispatch) =>
  runQueries(dispatch, [getFlashSale.initiate(undefined, fetchOnly), getJustForYou.initiate(undefined, fetchOnly)])

/** A page of a category. */
export const loadCategory: LoadPageData = (dispatch, { params, search }) =>
  runQueries(dispatch, [
    getCategoryPage.initiate({ category: params.categoryName ?? '', page: readCategoryPage(search) }, fetchOnly),
  ])

/** A product and what is like it. */
export const loadProduct: LoadPageData = (dispatch, { params }) =>
  runQueries(dispatch, [
    getProduct.initiate(params.productId ?? '', fetchOnly),
    getRelatedProducts.initiate(params.productId ?? '', fetchOnly),
  ])

/** A page of matches. */
export const loadSearch: LoadPageData = (dispatch, { search }) =>
  runQueries(dispatch, [searchProducts.initiate(readSearch(search), fetchOnly)])

/** A page that does not exist. */
export const loadNotFound: LoadPageData = async () => 404
