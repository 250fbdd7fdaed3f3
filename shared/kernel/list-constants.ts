/** Rows on a page of the lists of sellers and admins. */
export const LIST_PAGE_SIZE = 20
/** The longest text a list is searched for. */
export const MAX_SEARCH_LENGTH = 100
/** A list is searched once typing has paused for this long. */
export const SEARCH_DEBOUNCE_MS = 300
/** A search by name counts and shows at most this many matches: its cost does not grow with the marketplace. */
export const MAX_MATCHES = 10_000
export const SORT_DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]
