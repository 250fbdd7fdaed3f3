import { z } from 'zod'
import { queryInteger, singleLineText } from '../kernel/text.ts'
import {
  CATEGORIES,
  MAX_PRODUCTS_BY_ID,
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_PAGE,
  PRICE_RANGES,
  PRODUCT_ID_PATTERN,
  SORT_ORDERS,
} from './constants.ts'

export const productIdSchema = z.string().regex(PRODUCT_ID_PATTERN, 'must be a product id')

export const categorySchema = z.enum(CATEGORIES)

/** What a product shows in a list. */
export const productCardSchema = z.object({
  product_id: z.string(),
  product_name: z.string(),
  /** Dollars with at most two decimals. */
  product_price: z.number(),
  featured_image: z.string(),
  product_category: z.array(z.string()),
  flash_sale: z.boolean(),
})
export type ProductCard = z.infer<typeof productCardSchema>

export const productSchema = productCardSchema.extend({
  seller_id: z.string(),
  other_images: z.array(z.string()),
  /** HTML, already cleaned by the server. */
  product_desc: z.string(),
  total_sales: z.number().int(),
  /** While on flash sale: the lowest price in dollars of the last 30 days, the present one included. */
  lowest_price_30_days: z.number().optional(),
})
export type Product = z.infer<typeof productSchema>

export const productListSchema = z.object({ products: z.array(productCardSchema) })
export type ProductList = z.infer<typeof productListSchema>

export const productPageSchema = productListSchema.extend({
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
})
export type ProductPage = z.infer<typeof productPageSchema>

export const searchResultSchema = productPageSchema.extend({
  /** False when there are more matches than a search looks at; `total` and the counts are then "at least". */
  total_is_exact: z.boolean(),
  categories: z.array(z.object({ category: z.string(), count: z.number().int() })),
})
export type SearchResult = z.infer<typeof searchResultSchema>

/** Which page of a list is asked for; a missing one is the first. */
export const pageQuerySchema = z.object({ page: queryInteger(1, 1_000_000).optional() })
/** The text a list is searched for. */
export const listSearchSchema = z.object({
  q: singleLineText(MAX_SEARCH_LENGTH)
    .transform((text) => text.trim())
    .optional(),
})

export const productIdsQuerySchema = z.object({
  /** Product ids separated by commas. */
  ids: z
    .string()
    .max(MAX_PRODUCTS_BY_ID * 16)
    .transform((ids) => ids.split(','))
    .pipe(z.array(productIdSchema).max(MAX_PRODUCTS_BY_ID)),
})

export const searchQuerySchema = listSearchSchema.extend({
  /** What the name of a category contains, as in the address of a category. */
  category: singleLineText(MAX_SEARCH_LENGTH).optional(),
  price: z.enum(PRICE_RANGES).optional(),
  sort: z.enum(SORT_ORDERS).optional(),
  page: queryInteger(1, MAX_SEARCH_PAGE).optional(),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>
