import type { SortDirection } from '../../shared/kernel/list-constants.ts'

/** The column that a list is sorted by, and the direction. */
export interface Sorting<Column extends string> {
  sort: Column
  direction: SortDirection
}

/** A page of a sorted list. */
export interface SortedPage<Column extends string> {
  offset: number
  limit: number
  sorting: Sorting<Column>
}
