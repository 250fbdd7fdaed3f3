import { PRICE_RANGES, type PriceRange, SORT_ORDERS, type SortOrder } from '../../../shared/catalog/constants.ts'
import { MAX_SEARCH_LENGTH } from '../../../shared/kernel/list-constants.ts'
import { readPageNumber } from '../../ui/list/page-number.ts'

/** A search as its address describes it; absent members have their defaults. */
export interface SearchAddress {
  q?: string
  /** Part of a category's name; the whole name in our own links. */
  category?: string
  price?: PriceRange
  sort?: SortOrder
  /** May be beyond the last page. */
  page?: number
  /** Only names that contain the text. */
  exact?: '1'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what the server would refuse
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g

/** Returns the search in a query string of any content, without parameters that are invalid. */
export function readSearch(query: URLSearchParams): SearchAddress {
  const page = readPageNumber(query)
  return withoutAbsent({
    q: cleanSearchText(query.get('q') ?? '') || undefined,
    category: cleanSearchText(query.get('category') ?? '') || undefined,
    price: PRICE_RANGES.find((range) => range === query.get('price')),
    sort: SORT_ORDERS.find((order) => order === query.get('sort')),
    page: page > 1 ? page : undefined,
    exact: query.get('exact') === '1' ? '1' : undefined,
  })
}

/** Returns the search text without what the server refuses, at most 100 characters. */
export function cleanSearchText(text: string): string {
  return text.replace(controlCharacters, ' ').trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim()
}

/** Returns the address of a search. */
export function searchPath(search: SearchAddress): string {
  const query = new URLSearchParams()
  for (const name of ['q', 'category', 'price', 'sort', 'page', 'exact'] as const) {
    const value = search[name]
    if (value !== undefined) query.set(name, String(value))
  }
  // A space as %20, as in every other part of an address.
  const text = query.toString().replaceAll('+', '%20')
  return text ? `/search?${text}` : '/search'
}

function withoutAbsent(search: SearchAddress): SearchAddress {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
