import type { SortDirection } from '../../../shared/kernel/list-constants.ts'

/** The rows of one page of a list, counted from the nearer end, which is cheaper. */
export interface PageRange {
  start: number
  offset: number
  limit: number
  /** `offset` counts from the end of the list, and the rows are in reverse order. */
  fromEnd: boolean
}

/** Returns the range of a page, from 1; its `limit` is 0 after the end of the list. */
export function pageRange({ total, page, size }: { total: number; page: number; size: number }): PageRange {
  const offset = (page - 1) * size
  const limit = Math.max(0, Math.min(size, total - offset))
  const behind = total - offset - limit
  const nearer = limit > 0 && behind < offset ? { offset: behind, fromEnd: true } : { offset, fromEnd: false }
  return { start: offset, limit, ...nearer }
}

export interface Sorting<Column extends string> {
  sort: Column
  direction: SortDirection
}

export interface SortedPage<Column extends string> {
  offset: number
  limit: number
  sorting: Sorting<Column>
}
