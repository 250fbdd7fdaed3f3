import { MAX_SEARCH_LENGTH } from '../../shared/catalog/constants.ts'

/** An address with those of the values that are not blank. */
export function pathWith(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
  return query.size ? `${path}?${query}` : path
}

/** What a list is searched for: `q` of its address. */
export function readSearch(query: URLSearchParams): string {
  return (query.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
}

/** Which page of a list is shown: `page` of its address; the first when it says none. */
export function readPage(query: URLSearchParams): number {
  const page = query.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}
