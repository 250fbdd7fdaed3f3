import {
  MAX_SEARCH_PAGE,
  PRICE_RANGES,
  type PriceRange,
  SORT_ORDERS,
  type SortOrder,
} from '../../../shared/catalog/constants.ts'
import { MAX_SEARCH_LENGTH } from '../../../shared/kernel/list-constants.ts'

/** A search as its address describes it; absent members have their defaults. */
export interface SearchAddress {
  q?: string
  /** Part of a category's name; the whole name in our own links. */
  category?: string
  price?: PriceRange
  sort?: SortOrder
  page?: number
}

/** The highest page of a category that the server accepts. */
const MAX_CATEGORY_PAGE = 1_000_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: what the server would refuse
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g

/** Returns the search in a query string of any content, without parameters that are invalid. */
export function readSearch(query: URLSearchParams): SearchAddress {
  return withoutAbsent({
    q: cleanSearchText(query.get('q') ?? '') || undefined,
    category: cleanSearchText(query.get('category') ?? '') || undefined,
    price: PRICE_RANGES.find((range) => range === query.get('price')),
    sort: SORT_ORDERS.find((order) => order === query.get('sort')),
    page: readPage(query, MAX_SEARCH_PAGE),
  })
}

/** Returns the search text without what the server refuses, at most 100 characters. */
export function cleanSearchText(text: string): string {
  return text.replace(controlCharacters, ' ').trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim()
}

/** Returns the address of a search. */
export function searchPath(search: SearchAddress): string {
  const query = new URLSearchParams()
  for (const name of ['q', 'category', 'price', 'sort', 'page'] as const) {
    const value = search[name]
    if (value !== undefined) query.set(name, String(value))
  }
  // A space as %20, as in every other part of an address.
  const text = query.toString().replaceAll('+', '%20')
  return text ? `/search?${text}` : '/search'
}

/** Returns the page number in an address of a category; 1 when it is invalid. */
export function readCategoryPage(query: URLSearchParams): number {
  return readPage(query, MAX_CATEGORY_PAGE) ?? 1
}

function readPage(query: URLSearchParams, max: number): number | undefined {
  const text = query.get('page') ?? ''
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 1
  return page > 1 && page <= max ? page : undefined
}

function withoutAbsent(search: SearchAddress): SearchAddress {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
