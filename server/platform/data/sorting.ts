import type { SortDirection } from '../../../shared/kernel/list-constants.ts'

export interface Sorting<Column extends string> {
  sort: Column
  direction: SortDirection
}

export interface SortedPage<Column extends string> {
  offset: number
  limit: number
  sorting: Sorting<Column>
}
