import { invalid } from './refusal.ts'

/** A page of a list, newest first. The numbers are those of the rows at its ends, which are not in it. */
export interface Page {
  limit: number
  below: number
  above: number
  from: Date
  to: Date
  direction: 'asc' | 'desc'
}

/** What a request says of the page it wants; times in seconds. */
export interface PageRequest {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

const DEFAULT_LIMIT = 10
const MAX_SECONDS = 253_402_300_799

/** Returns the page that a request asks for; `numberOf` finds the row of an id, or throws. */
export async function pageOf(
  request: PageRequest,
  numberOf: (id: string, param: string) => Promise<number>,
): Promise<Page> {
  const { starting_after, ending_before } = request
  if (starting_after && ending_before) throw invalid('You can only use one of starting_after and ending_before.')
  return {
    limit: request.limit ?? DEFAULT_LIMIT,
    below: starting_after ? await numberOf(starting_after, 'starting_after') : Number.MAX_SAFE_INTEGER,
    above: ending_before ? await numberOf(ending_before, 'ending_before') : 0,
    ...rangeOf(request.created),
    direction: ending_before ? 'asc' : 'desc',
  }
}

function rangeOf(created: PageRequest['created']): { from: Date; to: Date } {
  const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {})
  const from = Math.max(range.gte ?? 0, (range.gt ?? -1) + 1)
  const to = Math.min(range.lt ?? MAX_SECONDS, (range.lte ?? MAX_SECONDS) + 1)
  return { from: new Date(from * 1000), to: new Date(to * 1000) }
}

/** Returns a list as Stripe writes it, of the rows of a page and perhaps one more. */
export function listObject<Row>(page: Page, rows: Row[], url: string, objectOf: (row: Row) => object): object {
  const shown = rows.slice(0, page.limit)
  if (page.direction === 'asc') shown.reverse()
  return { object: 'list', url, has_more: rows.length > page.limit, data: shown.map(objectOf) }
}
