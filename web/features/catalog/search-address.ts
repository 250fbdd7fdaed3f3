import {
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_PAGE,
  PRICE_RANGES,
  type PriceRange,
  SORT_ORDERS,
  type SortOrder,
} from '../../../shared/catalog/constants.ts'

/** A search as the address says it; what is absent is the default. */
export interface SearchAddress {
  q?: string
  /** What the name of a category contains; the whole name where it comes from a link of ours. */
  category?: string
  price?: PriceRange
  sort?: SortOrder
  page?: number
}

/** The highest page of a category that can be asked for. */
const MAX_CATEGORY_PAGE = 1_000_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: what the server would refuse
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g

/** Reads a search from a query string of any content; what cannot be understood is left out. */
export function readSearch(query: URLSearchParams): SearchAddress {
  return withoutAbsent({
    q: cleanSearchText(query.get('q') ?? '') || undefined,
    category: cleanSearchText(query.get('category') ?? '') || undefined,
    price: PRICE_RANGES.find((range) => range === query.get('price')),
    sort: SORT_ORDERS.find((order) => order === query.get('sort')),
    page: readPage(query, MAX_SEARCH_PAGE),
  })
}

/** Search text without what the server refuses, at most 100 characters. */
export function cleanSearchText(text: string): string {
  return text.replace(controlCharacters, ' ').trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim()
}

/** The address of a search. */
export function searchPath(search: SearchAddress): string {
  const query = new URLSearchParams()
  for (const name of ['q', 'category', 'price', 'sort', 'page'] as const) {
    const value = search[name]
    if (value !== undefined) query.set(name, String(value))
  }
  // A blank as %20, as in every other part of an address.
  const text = query.toString().replaceAll('+', '%20')
  return text ? `/search?${text}` : '/search'
}

/** The number of the asked page of a category; anything unreadable is the first. */
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
