import { z } from 'zod'
import { reasonField } from '../audit/schema.ts'
import { GOODS_KINDS, MAX_WEIGHT_GRAMS } from '../delivery/constants.ts'
import { usualDeliverySchema } from '../delivery/usual-delivery.ts'
import {
  filterText,
  listQuerySchema,
  listSearchSchema,
  matchFields,
  pageFields,
  sortFields,
} from '../kernel/list-schema.ts'
import { isAmount, MAX_PRICE_CENTS, toDollars } from '../kernel/money.ts'
import { revision } from '../kernel/revision.ts'
import { htmlText, nameText, singleLineText, trimmedText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import { changeStockSchema, ownStockSchema, shownStockFields } from '../stock/schema.ts'
import { AWNINGS } from './awnings.ts'
import { MAX_CATEGORIES_PER_PRODUCT, MAX_CATEGORY_NAME_LENGTH } from './categories.ts'
import {
  MAX_AFTER_CHANGE_LENGTH,
  MAX_DESCRIPTION_BYTES,
  MAX_OTHER_IMAGES,
  MAX_PICTURE_TEXT_LENGTH,
  MAX_PRODUCT_NAME_LENGTH,
  MAX_PRODUCTS_BY_ID,
  MAX_SELECTED_PRODUCTS,
  PRODUCT_ID_PATTERN,
} from './constants.ts'
import { ADMIN_PRODUCT_SORTS, SELLER_PRODUCT_SORTS } from './desk-constants.ts'
import { productFormMessages } from './product-form-messages.ts'

export const productIdSchema = z.string().regex(PRODUCT_ID_PATTERN, 'must be a product id')

/** The name of a category; the server also checks that it exists. */
const categorySchema = singleLineText(MAX_CATEGORY_NAME_LENGTH)

/** All fields of a product, from which the schemas below pick, in response order. */
export const productFields = z.object({
  product_id: z.string(),
  product_name: z.string(),
  /** Dollars with at most two decimals. */
  product_price: z.number(),
  /** HTML, cleaned by the server. */
  product_desc: z.string(),
  product_category: z.array(z.string()),
  featured_image: z.string(),
  other_images: z.array(z.string()),
  /** Descriptions of the pictures, the featured one first; absent if all are empty. */
  picture_texts: z.array(z.string()).optional(),
  seller_id: z.string(),
  flash_sale: z.boolean(),
  total_sales: z.number().int(),
  /** Counts edits from 1; an edit sends the revision it is based on. */
  revision: z.number().int(),
})

/** The rating of a product, or of all products of a seller. */
export const ratingSchema = z.object({
  /** From 1 to 5 stars, with one decimal. */
  average: z.number(),
  count: z.number().int(),
})
export type Rating = z.infer<typeof ratingSchema>
/** Absent without ratings. */
const ratingField = { rating: ratingSchema.optional() }

/** The number of the colors of a seller's awning, see `AWNINGS`. */
export const awningSchema = z
  .number()
  .int()
  .min(0)
  .max(AWNINGS.length - 1)

export const sellerLinkSchema = z.object({
  /** The seller's page is `/shop/{handle}`. */
  handle: z.string(),
  name: z.string(),
  awning: awningSchema,
  /** Days in which the seller usually ships; absent when not declared, and where a name is enough. */
  dispatch_days: z.number().int().optional(),
})
export type SellerLink = z.infer<typeof sellerLinkSchema>

/** Absent when the seller has not declared it. */
export const traderField = { is_trader: z.boolean().optional() }

/** The day, such as `2026-12-24`, before which an absent seller sends nothing. */
export const awayField = { away_until: z.string().optional() }

/** Absent while the seller has no methods and delivers for free. */
export const usualDeliveryField = { delivery: usualDeliverySchema.optional() }

/** Present for goods that need no delivery. */
const goodsKindField = { delivery_kind: z.literal('none').optional() }

/** Sellers named exactly like the search text, on the first page only; absent if there are none. */
export const sellersNamedField = { sellers: z.array(sellerLinkSchema).optional() }

const cardColumns = productFields.pick({
  product_id: true,
  product_name: true,
  product_price: true,
  featured_image: true,
  product_category: true,
  flash_sale: true,
})

const lowestPriceField = {
  /**
   * Lowest price in dollars of the 30 days before the current price; present during a flash sale, and on a product's own
   * page for 30 days after a reduction.
   */
  lowest_price_30_days: z.number().optional(),
}

/** A product in lists of the shop. */
export const productCardSchema = cardColumns.extend({
  ...lowestPriceField,
  /** The first additional picture. */
  second_image: z.string().nullable(),
  /** Description of the featured picture; absent if the seller wrote none. */
  picture_text: z.string().optional(),
  seller: sellerLinkSchema.nullable(),
  ...goodsKindField,
  ...ratingField,
  ...shownStockFields,
})
export type ProductCard = z.infer<typeof productCardSchema>

/** A row of the REST table of products. */
export const productRowSchema = cardColumns.extend({
  ...productFields.pick({ seller_id: true, other_images: true, product_desc: true, total_sales: true }).shape,
  ...lowestPriceField,
})
export type ProductRow = z.infer<typeof productRowSchema>

export const productSchema = productRowSchema.extend({
  seller: sellerLinkSchema.extend({ since: z.string(), ...awayField, ...traderField, ...ratingField }).nullable(),
  ...goodsKindField,
  ...usualDeliveryField,
  ...ratingField,
  picture_texts: productFields.shape.picture_texts,
  ...shownStockFields,
})
export type Product = z.infer<typeof productSchema>

export const editedColumns = productFields.pick({
  product_id: true,
  product_name: true,
  product_price: true,
  product_desc: true,
  product_category: true,
  featured_image: true,
  other_images: true,
  picture_texts: true,
  total_sales: true,
  flash_sale: true,
  revision: true,
})
const goodsFields = {
  /** Absent where the seller gave none. */
  weight_grams: z.number().int().optional(),
  ...goodsKindField,
}
/** As a seller edits it. */
export const sellerProductSchema = editedColumns.extend(goodsFields)
export type SellerProduct = z.infer<typeof sellerProductSchema>

const countedField = {
  /** Absent when stock is not tracked. */
  stock: ownStockSchema.optional(),
}

export const sellerProductRowSchema = productFields
  .pick({
    product_id: true,
    product_name: true,
    product_price: true,
    featured_image: true,
    total_sales: true,
    flash_sale: true,
  })
  .extend({
    /** Sold units that were cancelled or returned. */
    reversed_units: z.number().int(),
    /** Current price × units sold less reversed units, in dollars. */
    sales_amount: z.number(),
    /** Present when buyers do not see the product. */
    hidden: z.literal(true).optional(),
    ...goodsFields,
    ...countedField,
  })
export type SellerProductRow = z.infer<typeof sellerProductRowSchema>

export const adminProductSchema = productFields
  .pick({
    product_id: true,
    product_name: true,
    product_price: true,
    seller_id: true,
    flash_sale: true,
    featured_image: true,
  })
  .extend({
    /** Null for a seller without a page. */
    seller_name: z.string().nullable(),
    ...goodsFields,
    ...countedField,
  })
export type AdminProduct = z.infer<typeof adminProductSchema>

/** The fields that a seller writes, except pictures. */
export const writtenFields = {
  product_name: true,
  product_price: true,
  product_desc: true,
  product_category: true,
} as const

/** The fields that a seller sends; the server sets all others. */
export const saveProductSchema = z.object({
  product_name: nameText(MAX_PRODUCT_NAME_LENGTH)
    .transform((name) => name.trim())
    .pipe(productFields.shape.product_name.min(1).refine(isVisible, 'must have something to see')),
  product_price: productFields.shape.product_price
    .min(0)
    .max(toDollars(MAX_PRICE_CENTS))
    .multipleOf(0.01)
    // `multipleOf` accepts the smallest numbers as 0.
    .refine(isAmount, 'must have at most two decimals'),
  /** HTML; cleaned when saved. */
  product_desc: htmlText(MAX_DESCRIPTION_BYTES, () => 'is too long'),
  product_category: z
    .array(categorySchema)
    .max(MAX_CATEGORIES_PER_PRODUCT, { error: () => productFormMessages.tooManyCategories })
    .refine((categories) => new Set(categories).size === categories.length, 'must name each category once'),
  /**
   * Pictures in order, the featured one first: addresses of the product's pictures, or names of file fields of the same
   * form.
   */
  images: z
    .array(z.string().min(1).max(500))
    .min(1, { error: () => productFormMessages.featuredImageNeeded })
    .max(1 + MAX_OTHER_IMAGES, { error: () => productFormMessages.tooManyImages })
    .refine((images) => new Set(images).size === images.length, 'must name each picture once'),
  /** Null for none; if absent, an existing product keeps its weight. */
  weight_grams: z
    .number({ error: () => productFormMessages.weightMalformed })
    .int({ error: () => productFormMessages.weightMalformed })
    .min(1, { error: () => productFormMessages.weightMalformed })
    .max(MAX_WEIGHT_GRAMS, { error: () => productFormMessages.weightMalformed })
    .nullable()
    .optional(),
  /** If absent, an existing product keeps its kind. */
  delivery_kind: z.enum(GOODS_KINDS).optional(),
  /** Descriptions of `images`. If absent, existing pictures keep theirs. */
  picture_texts: z
    .array(trimmedText(MAX_PICTURE_TEXT_LENGTH))
    .max(1 + MAX_OTHER_IMAGES)
    .optional(),
})
export type SaveProduct = z.infer<typeof saveProductSchema>

/** Stock can be tracked from the start, so that the product is never in the shop without it. */
export const createProductSchema = saveProductSchema.extend({ stock: changeStockSchema.optional() })
export type CreateProduct = z.infer<typeof createProductSchema>

/** Names the revision that the edit is based on; 409 if there is a newer one. */
export const editProductSchema = createProductSchema.extend({ revision })
export type EditProduct = z.infer<typeof editProductSchema>

export const productListSchema = z.object({ products: z.array(productCardSchema) })
export type ProductList = z.infer<typeof productListSchema>

export const productPageSchema = productListSchema.extend(pageFields)
export type ProductPage = z.infer<typeof productPageSchema>

export const categoryPageSchema = productPageSchema.extend({
  /** The current name of the category, when the address has a former name or slug of it. */
  moved_to: z.string().optional(),
})
export type CategoryPage = z.infer<typeof categoryPageSchema>

export const searchResultSchema = productPageSchema.extend({
  /** False if a search has more matches than it reads; `total` and the counts are then lower bounds. */
  ...matchFields,
  categories: z.array(z.object({ category: z.string(), count: z.number().int() })),
  ...sellersNamedField,
  /** Present when few names contain the text, and products were found by its words. */
  widened: z
    .object({
      /** Found by all words, with typing errors corrected, by synonyms, or by any word. */
      step: z.enum(['words', 'corrected', 'synonyms', 'any']),
      /** The words of the widened search. */
      text: z.string(),
      /** Products whose names contain the text; first by relevance. */
      exact: z.number().int(),
    })
    .optional(),
})
export type Widened = NonNullable<z.infer<typeof searchResultSchema>['widened']>
export type SearchResult = z.infer<typeof searchResultSchema>

export const sellerProductPageSchema = z.object({ products: z.array(sellerProductRowSchema), ...pageFields })
export type SellerProductPage = z.infer<typeof sellerProductPageSchema>

export const adminProductPageSchema = z.object({
  products: z.array(adminProductSchema),
  ...pageFields,
  ...matchFields,
})
export type AdminProductPage = z.infer<typeof adminProductPageSchema>

export const productIdsQuerySchema = z.object({
  /** Comma-separated product ids. */
  ids: z
    .string()
    .max(MAX_PRODUCTS_BY_ID * 16)
    .transform((ids) => ids.split(','))
    .pipe(z.array(productIdSchema).max(MAX_PRODUCTS_BY_ID)),
})

/** A value that is new for each change: the response includes that change, and no cache can have stored it before. */
export const afterChangeSchema = z.object({ after_change: z.string().max(MAX_AFTER_CHANGE_LENGTH).optional() })
export type AfterChange = z.infer<typeof afterChangeSchema>

/** `seller` is part of the seller's name or email address, or the beginning of the id. */
export const adminProductsQuerySchema = listQuerySchema.extend({
  seller: filterText,
  ...sortFields(ADMIN_PRODUCT_SORTS),
})
export type AdminProductsQuery = z.infer<typeof adminProductsQuerySchema>
export const adminProductsExportSchema = listSearchSchema.extend({ seller: filterText })

export const sellerProductsQuerySchema = listQuerySchema.extend(sortFields(SELLER_PRODUCT_SORTS))
export type SellerProductsQuery = z.infer<typeof sellerProductsQuerySchema>

export const changeFlashSaleSchema = productFields.pick({ flash_sale: true })

export const selectedProductsSchema = z.object({
  product_ids: z.array(productIdSchema).min(1).max(MAX_SELECTED_PRODUCTS),
})
export const deleteProductsSchema = selectedProductsSchema.extend({ reason: reasonField })
export const changeFlashSalesSchema = selectedProductsSchema.extend(changeFlashSaleSchema.shape)

/** The selected products that changed; others had the value already or are not in the shop. */
export const changedProductsSchema = z.object({ product_ids: z.array(z.string()) })
export type ChangedProducts = z.infer<typeof changedProductsSchema>
