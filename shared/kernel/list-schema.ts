import { z } from 'zod'
import { MAX_LIST_PAGE_SIZE, MAX_SEARCH_LENGTH, SORT_DIRECTIONS } from './list-constants.ts'
import { queryInteger, trimmedText } from './text.ts'

export const pageQuerySchema = z.object({ page: queryInteger(1_000_000).optional() })
export const listSearchSchema = z.object({
  q: trimmedText(MAX_SEARCH_LENGTH).optional(),
})

/** A searchable, paged list, with 20 rows by default. */
export const listQuerySchema = listSearchSchema.extend({
  ...pageQuerySchema.shape,
  page_size: queryInteger(MAX_LIST_PAGE_SIZE).optional(),
})
export type ListQuery = z.infer<typeof listQuerySchema>

export function sortFields<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return { sort: z.enum(sorts).optional(), direction: z.enum(SORT_DIRECTIONS).optional() }
}

/** Part of a name, an email address or an id. */
export const filterText = trimmedText(MAX_SEARCH_LENGTH).optional()

/** PostgreSQL has no days before the year 1. */
export const filterDay = z.iso
  .date()
  .refine((day) => day >= '0001', 'must be a day such as 2026-01-31')
  .optional()

/** The fields of a page besides its rows. */
export const pageFields = { total: z.number().int(), page: z.number().int(), page_size: z.number().int() }
/** False if there are more matches than `total`. */
export const matchFields = { total_is_exact: z.boolean() }
