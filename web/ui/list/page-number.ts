/** The highest page number that the server accepts; no list has as many pages. */
export const MAX_REQUESTED_PAGE = 1_000_000

/** Returns the page number in an address, which may be beyond the last page of the list; 1 when there is none. */
export function readPageNumber(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  const page = /^\d+$/.test(text) ? Number(text) : 1
  return Math.min(Math.max(page, 1), Number.MAX_SAFE_INTEGER)
}
