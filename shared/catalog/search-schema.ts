import { z } from 'zod'
import { MAX_SEARCH_LENGTH } from '../kernel/list-constants.ts'
import { listSearchSchema } from '../kernel/list-schema.ts'
import { queryInteger, singleLineText } from '../kernel/text.ts'
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

/** An amount in dollars, with cents or without. */
const queryDollars = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be an amount like 12 or 12.50')
  .transform(Number)
const flag = z.literal('1').optional()

/** What a search finds: the same for its results and for the figures of its filters. */
const foundFields = {
  ...listSearchSchema.shape,
  /** Parts of categories' names, as in the path of a category, with commas between them. */
  category: singleLineText(MAX_CATEGORIES_LENGTH)
    .refine((parts) => parts.split(',').every((part) => part.length <= MAX_SEARCH_LENGTH), 'is too long')
    .optional(),
  price: z.enum(PRICE_RANGES).optional(),
  /** Dollars, both inclusive. */
  price_from: queryDollars.optional(),
  price_to: queryDollars.optional(),
  flash_sale: flag,
  in_stock: flag,
  /** So many stars and more, by the average as it is shown. */
  rating: z.enum(RATING_FILTERS).optional(),
  /** Handles of sellers with commas between them. */
  seller: z
    .string()
    .max(MAX_CHOSEN_SELLERS * (MAX_HANDLE_LENGTH + 1))
    .transform((handles) => handles.split(','))
    .pipe(z.array(handleParamSchema).max(MAX_CHOSEN_SELLERS))
    .optional(),
  /** Finds only products whose names contain the text. */
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
    page: queryInteger(1, MAX_SEARCH_PAGE).optional(),
    ...afterChangeSchema.shape,
  })
  .refine(isOrdered, ORDERED)
export type FacetsQuery = z.infer<typeof facetsQuerySchema>
export type SearchQuery = z.infer<typeof searchQuerySchema>

const count = z.number().int()

/**
 * How many products of a search each choice of a filter would show, under the other filters. Of a search with more products
 * than are read the figures are lower bounds.
 */
export const searchFacetsSchema = z.object({
  total_is_exact: z.boolean(),
  price_ranges: z.array(z.object({ range: z.enum(PRICE_RANGES), count })),
  /** Prices in dollars: from (inclusive) to (exclusive) of each bar; null for the last, which has no end. */
  price_bars: z.array(z.object({ from: z.number(), to: z.number().nullable(), count })),
  flash_sale: count,
  in_stock: count,
  ratings: z.array(z.object({ rating: z.enum(RATING_FILTERS), count })),
  /** Those with most products first, and those that are chosen. */
  sellers: z.array(z.object({ handle: z.string(), name: z.string(), count })),
})
export type SearchFacets = z.infer<typeof searchFacetsSchema>

export const suggestionsQuerySchema = z.object({
  q: singleLineText(MAX_SEARCH_LENGTH)
    .transform((text) => text.trim())
    .pipe(z.string().min(MIN_SUGGESTED_LENGTH)),
  ...afterChangeSchema.shape,
})

/** The suggestions of a search box: sellers, texts to search for, categories and products, at most 8 of all. */
export const suggestionsSchema = z.object({
  ...sellersNamedField,
  texts: z.array(z.string()),
  categories: z.array(z.string()),
  products: z.array(
    productFields.pick({ product_id: true, product_name: true, product_price: true, featured_image: true }),
  ),
})
export type Suggestions = z.infer<typeof suggestionsSchema>
