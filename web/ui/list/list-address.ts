import { useSearchParams } from 'react-router'
import {
  LIST_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  PAGE_SIZES,
  SORT_DIRECTIONS,
  type SortDirection,
} from '../../../shared/kernel/list-constants.ts'
import { readAmount } from '../../../shared/kernel/money.ts'
import { MAX_REQUESTED_PAGE, readPageNumber } from './page-number.ts'

/** The parameter for the rows per page, in the address and in the request. */
const PAGE_SIZE = 'page_size'

/** The filters that are dollar amounts. */
export const AMOUNT_FILTERS = ['min', 'max'] as const
export const MAX_AMOUNT_FILTER = 999_999_999_999

interface Sorting<Sort extends string = string> {
  sort: Sort
  direction: SortDirection
}

interface ListView<Sort extends string> {
  /** The search text; empty for the whole list. */
  q: string
  /** May be beyond the last page. */
  page: number
  /** The rows per page. */
  pageSize: number
  /** Absent for a list that cannot be sorted. */
  sorting: Sorting<Sort> | undefined
  /** The non-empty filters besides the search, by name. */
  filters: Readonly<Record<string, string>>
}

export interface ListAddress<Sort extends string = string> extends ListView<Sort> {
  here: string
  /** Returns the address of another view: with these changes and, unless one is named, at the first page. */
  hrefOf(changes: Partial<ListView<Sort>>): string
}

/** Returns an address with the non-empty values. */
export function pathWith(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
  return query.size ? `${path}?${query}` : path
}

/**
 * Returns the view of the list at `path` in a query string. A missing or malformed value becomes the default: no search, the
 * first page, the first sort column in its first direction.
 */
export function readListAddress<Sort extends string = never>(
  path: string,
  query: URLSearchParams,
  sorts: readonly Sort[] = [],
  filterNames: readonly string[] = [],
  firstDirection: SortDirection = 'asc',
): ListAddress<Sort> {
  const [defaultSort] = sorts
  const sort = sorts.find((known) => known === query.get('sort')) ?? defaultSort
  const direction = SORT_DIRECTIONS.find((known) => known === query.get('direction')) ?? firstDirection
  const view: ListView<Sort> = {
    q: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    page: readPageNumber(query),
    pageSize: PAGE_SIZES.find((size) => String(size) === query.get(PAGE_SIZE)) ?? LIST_PAGE_SIZE,
    sorting: sort && { sort, direction },
    filters: Object.fromEntries(
      filterNames
        .map((name) => [name, readFilter(name, (query.get(name) ?? '').trim().slice(0, MAX_SEARCH_LENGTH))] as const)
        .filter(([, value]) => value !== ''),
    ),
  }
  const addressOf = ({ q, page, pageSize, sorting, filters }: ListView<Sort>) =>
    pathWith(path, {
      q,
      ...filters,
      sort: sorting && sorting.sort !== defaultSort ? sorting.sort : '',
      direction: sorting && sorting.direction !== firstDirection ? sorting.direction : '',
      [PAGE_SIZE]: pageSize === LIST_PAGE_SIZE ? '' : String(pageSize),
      page: page > 1 ? String(page) : '',
    })
  return { ...view, here: addressOf(view), hrefOf: (changes) => addressOf({ ...view, page: 1, ...changes }) }
}

const readFilter = (name: string, text: string) =>
  AMOUNT_FILTERS.some((known) => known === name) ? readAmountFilter(text) : text

/** Returns a typed amount in the server's format; empty for a malformed one. */
export function readAmountFilter(text: string): string {
  const amount = readAmount(text)
  return amount !== undefined && amount <= MAX_AMOUNT_FILTER ? String(amount) : ''
}

/** Returns the view of the list at `path` in the page's address; see `readListAddress`. */
export function useListAddress<Sort extends string = never>(
  path: string,
  sorts?: readonly Sort[],
  filterNames?: readonly string[],
  firstDirection?: SortDirection,
): ListAddress<Sort> {
  const [query] = useSearchParams()
  return readListAddress(path, query, sorts, filterNames, firstDirection)
}

/** Returns the address of a view with one more parameter, which other views of the list lack. */
export function withParameter({ here }: ListAddress, name: string, value: string): string {
  return `${here}${here.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value })}`
}

/** Returns the view without search and filters. */
export function wholeList(address: ListAddress): string {
  return address.hrefOf({ q: '', filters: {} })
}

/** Returns whether the view shows only part of the list. */
export function isNarrowed({ q, filters }: Pick<ListAddress, 'q' | 'filters'>): boolean {
  return q !== '' || Object.keys(filters).length > 0
}

/** Returns the address of a list as `ListSearch` needs it, with a filter in place of the search. */
export function filterAddress({ filters, hrefOf }: ListAddress, name: string) {
  return {
    q: filters[name] ?? '',
    hrefOf: ({ q }: { q: string }) => hrefOf({ filters: { ...filters, [name]: q } }),
  }
}

/** Returns the parameters of the request for a view. */
export function listQuery<Sort extends string>({ q, page, pageSize, sorting, filters }: ListAddress<Sort>) {
  return {
    q: q || undefined,
    page: Math.min(page, MAX_REQUESTED_PAGE),
    page_size: pageSize === LIST_PAGE_SIZE ? undefined : pageSize,
    ...sorting,
    ...filters,
  }
}
