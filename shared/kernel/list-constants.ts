export const LIST_PAGE_SIZE = 20
/** Rows per page in lists of sellers and admins; the first is the default, the last the limit. */
export const PAGE_SIZES = [LIST_PAGE_SIZE, 50, 100] as const
export const MAX_LIST_PAGE_SIZE = 100
export const MAX_SEARCH_LENGTH = 100
/** Pause in typing before a list is searched. */
export const SEARCH_DEBOUNCE_MS = 300
/** Matches that a search by name counts and shows, so that its cost does not grow with the marketplace. */
export const MAX_MATCHES = 10_000
export const SORT_DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]
export const TOTAL_ROWS_HEADER = 'x-total-rows'
