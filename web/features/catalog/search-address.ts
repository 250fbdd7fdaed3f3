import {
  MAX_CATEGORIES_LENGTH,
  MAX_CHOSEN_SELLERS,
  PRICE_RANGES,
  type PriceRange,
  RATING_FILTERS,
  type RatingFilter,
  SORT_ORDERS,
  type SortOrder,
} from '../../../shared/catalog/constants.ts'
import { HANDLE_PATTERN, MAX_HANDLE_LENGTH } from '../../../shared/catalog/handles.ts'
import type { AfterChange } from '../../../shared/catalog/schema.ts'
import type { SearchQuery } from '../../../shared/catalog/search-schema.ts'
import { MAX_SEARCH_LENGTH } from '../../../shared/kernel/list-constants.ts'
import { MAX_PRICE_CENTS, readAmount } from '../../../shared/kernel/money.ts'
import { readPageNumber } from '../../ui/list/page-number.ts'

/** The parameters of a search; absent ones have their defaults. */
export interface SearchAddress {
  q?: string
  /** Parts of categories' names with commas between them; whole names in our own links. */
  category?: string
  price?: PriceRange
  /** Dollars, both inclusive. */
  price_from?: number
  price_to?: number
  flash_sale?: '1'
  in_stock?: '1'
  rating?: RatingFilter
  /** Handles of sellers with commas between them. */
  seller?: string
  sort?: SortOrder
  /** May be beyond the last page. */
  page?: number
  /** Only names that contain the text. */
  exact?: '1'
}

/** The search parameters of a page's address for the server. */
export type SearchParameter = Exclude<keyof SearchQuery, keyof AfterChange>

/** The query parameters of a search; a test compares them with those of the server. */
export const SEARCH_PARAMETERS = [
  'q',
  'category',
  'price',
  'price_from',
  'price_to',
  'flash_sale',
  'in_stock',
  'rating',
  'seller',
  'sort',
  'page',
  'exact',
] as const satisfies SearchParameter[]

// biome-ignore lint/suspicious/noControlCharactersInRegex: what the server would refuse
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g

/** Parses a query string; invalid parameters are ignored. */
export function readSearch(query: URLSearchParams): SearchAddress {
  const page = readPageNumber(query)
  const [from, to] = [readDollars(query.get('price_from')), readDollars(query.get('price_to'))]
  const isReversed = from !== undefined && to !== undefined && from > to
  const flag = (name: string) => (query.get(name) === '1' ? '1' : undefined)
  return withoutAbsent({
    q: cleanSearchText(query.get('q') ?? '') || undefined,
    category: readCategories(query.get('category') ?? ''),
    price_from: isReversed ? to : from,
    price_to: isReversed ? from : to,
    flash_sale: flag('flash_sale'),
    in_stock: flag('in_stock'),
    rating: RATING_FILTERS.find((stars) => stars === query.get('rating')),
    seller: readHandles(query.get('seller') ?? ''),
    price: PRICE_RANGES.find((range) => range === query.get('price')),
    sort: SORT_ORDERS.find((order) => order === query.get('sort')),
    page: page > 1 ? page : undefined,
    exact: flag('exact'),
  } satisfies { [name in SearchParameter]: SearchAddress[name] | undefined })
}

function readCategories(text: string): string | undefined {
  const parts = text.split(',').map(cleanSearchText).filter(Boolean)
  while (parts.join().length > MAX_CATEGORIES_LENGTH) parts.pop()
  return parts.join() || undefined
}

/** Parses an amount; undefined for one that the server would refuse. */
export function readDollars(text: string | null): number | undefined {
  const amount = readAmount(text ?? '') ?? Number.NaN
  return amount * 100 <= MAX_PRICE_CENTS ? amount : undefined
}

function readHandles(text: string): string | undefined {
  const handles = text.toLowerCase().split(',')
  const known = handles.filter((handle) => HANDLE_PATTERN.test(handle) && handle.length <= MAX_HANDLE_LENGTH)
  return [...new Set(known)].slice(0, MAX_CHOSEN_SELLERS).join() || undefined
}

/** Returns the members of a comma-separated list. */
export function membersOf(list: string | undefined): string[] {
  return list ? list.split(',') : []
}

/** Adds a member to a comma-separated list, or removes it. */
export function toggled(list: string | undefined, member: string): string | undefined {
  const members = membersOf(list)
  const others = members.filter((one) => one !== member)
  return (others.length < members.length ? others : [...members, member]).join() || undefined
}

/** Returns a search without its filters, at its first page. */
export function withoutFilters({ q, sort, exact }: SearchAddress): SearchAddress {
  return withoutAbsent({ q, sort, exact })
}

/** Returns the part of a search that its facets depend on. */
export function toFacets({ sort: _, page: __, ...search }: SearchAddress): SearchAddress {
  return search
}

/** Returns the number of filters of a search, without its text, sort order and page. */
export function countFilters(search: SearchAddress): number {
  const { q: _, exact: __, sort: ___, page: ____, category, seller, ...others } = search
  const chosen = Object.values(others).filter((value) => value !== undefined)
  return membersOf(category).length + membersOf(seller).length + chosen.length
}

/** Returns the search text without characters that the server refuses, at most 100 characters. */
export function cleanSearchText(text: string): string {
  return text.replace(controlCharacters, ' ').trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim()
}

/** Returns the address of a search. */
export function searchPath(search: SearchAddress): string {
  const query = new URLSearchParams()
  for (const name of SEARCH_PARAMETERS) {
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
