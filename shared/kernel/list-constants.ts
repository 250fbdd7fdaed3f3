/** For the lists of sellers and admins. */
export const LIST_PAGE_SIZE = 20
/** The rows per page that the lists of sellers and admins offer; the first is the default, the last the limit. */
export const PAGE_SIZES = [LIST_PAGE_SIZE, 50, 100] as const
export const MAX_LIST_PAGE_SIZE = 100
/** For the text a list is searched for. */
export const MAX_SEARCH_LENGTH = 100
/** How long typing pauses before a list is searched. */
export const SEARCH_DEBOUNCE_MS = 300
/** A search by name counts and shows at most this many matches, so that its cost does not grow with the marketplace. */
export const MAX_MATCHES = 10_000
export const SORT_DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]
/** A header of an exported file: the count of its rows. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'
