import { z } from 'zod'
import { MAX_SEARCH_LENGTH } from '../kernel/list-constants.ts'
import { listSearchSchema } from '../kernel/list-schema.ts'
import { queryInteger, singleLineText, trimmedText } from '../kernel/text.ts'
import {
  MAX_CATEGORIES_LENGTH,
  MAX_CHOSEN_SELLERS,
  MAX_SEARCH_PAGE,
  MIN_SUGGESTED_LENGTH,
  PRICE_RANGES,
  RATING_FILTERS,
  SORT_ORDERS,
} from './constants.ts'
import { MAX_HANDLE_LENGTH } from './handles.ts'
import { afterChangeSchema, productFields, sellersNamedField } from './schema.ts'
import { handleParamSchema } from './seller-schema.ts'

const queryDollars = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be an amount like 12 or 12.50')
  .transform(Number)
const flag = z.literal('1').optional()

/** Parameters that results and filter figures share. */
const foundFields = {
  ...listSearchSchema.shape,
  /** Comma-separated parts of category names, as in the path of a category. */
  category: singleLineText(MAX_CATEGORIES_LENGTH)
    .refine((parts) => parts.split(',').every((part) => part.length <= MAX_SEARCH_LENGTH), 'is too long')
    .optional(),
  price: z.enum(PRICE_RANGES).optional(),
  /** Dollars, both inclusive. */
  price_from: queryDollars.optional(),
  price_to: queryDollars.optional(),
  flash_sale: flag,
  in_stock: flag,
  /** Minimum stars, compared with the displayed average. */
  rating: z.enum(RATING_FILTERS).optional(),
  seller: z
    .string()
    .max(MAX_CHOSEN_SELLERS * (MAX_HANDLE_LENGTH + 1))
    .transform((handles) => handles.split(','))
    .pipe(z.array(handleParamSchema).max(MAX_CHOSEN_SELLERS))
    .optional(),
  /** Restricts the search to names that contain the text. */
  exact: flag,
}

const isOrdered = ({ price_from, price_to }: { price_from?: number | undefined; price_to?: number | undefined }) =>
  price_from === undefined || price_to === undefined || price_from <= price_to
const ORDERED = { path: ['price_from'], message: 'must not be above price_to' }

export const facetsQuerySchema = z.object({ ...foundFields, ...afterChangeSchema.shape }).refine(isOrdered, ORDERED)
export const searchQuerySchema = z
  .object({
    ...foundFields,
    sort: z.enum(SORT_ORDERS).optional(),
    page: queryInteger(MAX_SEARCH_PAGE).optional(),
    ...afterChangeSchema.shape,
  })
  .refine(isOrdered, ORDERED)
export type FacetsQuery = z.infer<typeof facetsQuerySchema>
export type SearchQuery = z.infer<typeof searchQuerySchema>

const count = z.number().int()

/**
 * Counts for each choice of a filter, under the other filters. For searches with more products than are read, the
 * counts are lower bounds.
 */
export const searchFacetsSchema = z.object({
  total_is_exact: z.boolean(),
  price_ranges: z.array(z.object({ range: z.enum(PRICE_RANGES), count })),
  /** Bars in dollars: `from` inclusive, `to` exclusive; null for the last, open-ended one. */
  price_bars: z.array(z.object({ from: z.number(), to: z.number().nullable(), count })),
  flash_sale: count,
  in_stock: count,
  ratings: z.array(z.object({ rating: z.enum(RATING_FILTERS), count })),
  /** Those with the most products, and the chosen ones. */
  sellers: z.array(z.object({ handle: z.string(), name: z.string(), count })),
})
export type SearchFacets = z.infer<typeof searchFacetsSchema>

export const suggestionsQuerySchema = z.object({
  q: trimmedText(MAX_SEARCH_LENGTH).pipe(z.string().min(MIN_SUGGESTED_LENGTH)),
  ...afterChangeSchema.shape,
})

/** Suggestions of a search box, at most 8. */
export const suggestionsSchema = z.object({
  ...sellersNamedField,
  texts: z.array(z.string()),
  categories: z.array(z.string()),
  products: z.array(
    productFields.pick({ product_id: true, product_name: true, product_price: true, featured_image: true }),
  ),
})
export type Suggestions = z.infer<typeof suggestionsSchema>
