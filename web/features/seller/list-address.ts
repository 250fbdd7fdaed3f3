import {
  SELLER_PRODUCT_SORTS,
  type SellerProductSort,
  SORT_DIRECTIONS,
  type SortDirection,
} from '../../../shared/seller/constants.ts'
import { pathWith, readPage, readSearch } from '../../ui/list-address.ts'

const PRODUCTS = '/seller/products'
const ORDERS = '/seller/orders'

/** What the address of the product list says. */
export interface ProductListAddress {
  q: string
  sort: SellerProductSort
  direction: SortDirection
  page: number
}

/** Reads the address of the product list; what it does not say, or says wrongly, is as at first. */
export function readProductList(query: URLSearchParams): ProductListAddress {
  return {
    q: readSearch(query),
    sort: SELLER_PRODUCT_SORTS.find((sort) => sort === query.get('sort')) ?? 'number',
    direction: SORT_DIRECTIONS.find((direction) => direction === query.get('direction')) ?? 'asc',
    page: readPage(query),
  }
}

/** The address of a view of the product list; what is as at first is left out. */
export function productListPath({ q, sort, direction, page }: ProductListAddress): string {
  return pathWith(PRODUCTS, {
    q,
    sort: sort === 'number' ? '' : sort,
    direction: direction === 'asc' ? '' : direction,
    page: page > 1 ? String(page) : '',
  })
}

/** Reads the address of the order list. */
export function readOrderList(query: URLSearchParams): { q: string; page: number } {
  return { q: readSearch(query), page: readPage(query) }
}

/** The address of a view of the order list. */
export function orderListPath({ q, page }: { q: string; page: number }): string {
  return pathWith(ORDERS, { q, page: page > 1 ? String(page) : '' })
}
