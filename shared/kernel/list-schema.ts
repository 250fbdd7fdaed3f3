import { z } from 'zod'
import { MAX_LIST_PAGE_SIZE, MAX_SEARCH_LENGTH, SORT_DIRECTIONS } from './list-constants.ts'
import { queryInteger, singleLineText } from './text.ts'

/** Which page of a list is requested; the first one by default. */
export const pageQuerySchema = z.object({ page: queryInteger(1, 1_000_000).optional() })
/** The text a list is searched for. */
export const listSearchSchema = z.object({
  q: singleLineText(MAX_SEARCH_LENGTH)
    .transform((text) => text.trim())
    .optional(),
})

/** A list with search and pages, of as many rows as requested; 20 by default. */
export const listQuerySchema = listSearchSchema.extend({
  ...pageQuerySchema.shape,
  page_size: queryInteger(1, MAX_LIST_PAGE_SIZE).optional(),
})
export type ListQuery = z.infer<typeof listQuerySchema>

/** Returns the parameters of a list that is sorted by one of these columns. */
export function sortFields<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return { sort: z.enum(sorts).optional(), direction: z.enum(SORT_DIRECTIONS).optional() }
}

/** A text that narrows a list: part of a name, an email address or an id. */
export const filterText = singleLineText(MAX_SEARCH_LENGTH)
  .transform((text) => text.trim())
  .optional()

/** A day that narrows a list; those before the year 1 are none of the database. */
export const filterDay = z.iso
  .date()
  .refine((day) => day >= '0001', 'must be a day such as 2026-01-31')
  .optional()

/** The fields of a list's page besides its rows. */
export const pageFields = { total: z.number().int(), page: z.number().int(), page_size: z.number().int() }
/** For lists that are searched by name: false when there are more matches than `total`. */
export const matchFields = { total_is_exact: z.boolean() }
