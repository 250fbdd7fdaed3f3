import { z } from 'zod'
import {
  MAX_CATEGORIES_PER_PRODUCT,
  MAX_DESCRIPTION_BYTES,
  MAX_OTHER_IMAGES,
  MAX_PRODUCT_NAME_LENGTH,
} from '../catalog/constants.ts'
import { categorySchema, listSearchSchema, pageQuerySchema } from '../catalog/schema.ts'
import { MAX_PRICE_CENTS, toDollars } from '../kernel/money.ts'
import { singleLineText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import { ORDER_STATES } from '../orders/constants.ts'
import { orderLineSchema, shippingInfoSchema } from '../orders/schema.ts'
import { SELLER_PRODUCT_SORTS, SORT_DIRECTIONS } from './constants.ts'
import { sellerMessages } from './messages.ts'

/** Valid Unicode; line breaks and tabs are the only control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern is what refuses them
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const textEncoder = new TextEncoder()

/** What a seller says about a product; all else (number, seller, sales, flash sale) is the server's. */
export const saveProductSchema = z.object({
  product_name: singleLineText(MAX_PRODUCT_NAME_LENGTH)
    .transform((name) => name.trim())
    .pipe(z.string().min(1).refine(isVisible, 'must have something to see')),
  /** Dollars with at most two decimals. */
  product_price: z
    .number()
    .min(0)
    .max(toDollars(MAX_PRICE_CENTS))
    .multipleOf(0.01)
    // A remainder cannot tell the smallest numbers from 0.
    .refine((price) => Math.round(price * 100) / 100 === price, 'must have at most two decimals'),
  /** HTML; cleaned when saved. */
  product_desc: z
    .string()
    .refine((html) => html.isWellFormed() && !unprintable.test(html), 'must be plain text')
    .refine((html) => textEncoder.encode(html).length <= MAX_DESCRIPTION_BYTES, 'is too long'),
  product_category: z
    .array(categorySchema)
    .max(MAX_CATEGORIES_PER_PRODUCT, sellerMessages.tooManyCategories)
    .refine((categories) => new Set(categories).size === categories.length, 'must name each category once'),
  /**
   * The product's pictures in order, the featured one first. Each is either the address of a picture the product has
   * or the name of a file field of the same form.
   */
  images: z
    .array(z.string().min(1).max(500))
    .min(1, sellerMessages.featuredImageNeeded)
    .max(1 + MAX_OTHER_IMAGES, sellerMessages.tooManyImages)
    .refine((images) => new Set(images).size === images.length, 'must name each picture once'),
})
export type SaveProduct = z.infer<typeof saveProductSchema>

/** An edit also says which revision of the product it was made from; 409 when there is a newer one. */
export const editProductSchema = saveProductSchema.extend({ revision: z.number().int().min(1).max(2_147_483_647) })
export type EditProduct = z.infer<typeof editProductSchema>

/** A product as its seller edits it. */
export const sellerProductSchema = z.object({
  product_id: z.string(),
  product_name: z.string(),
  product_price: z.number(),
  product_desc: z.string(),
  product_category: z.array(z.string()),
  featured_image: z.string(),
  other_images: z.array(z.string()),
  total_sales: z.number().int(),
  flash_sale: z.boolean(),
  /** How often it was edited, from 1: goes into the edit as it came. */
  revision: z.number().int(),
})
export type SellerProduct = z.infer<typeof sellerProductSchema>

const sellerProductRowSchema = sellerProductSchema
  .pick({
    product_id: true,
    product_name: true,
    product_price: true,
    featured_image: true,
    total_sales: true,
    flash_sale: true,
  })
  .extend({
    /** Price × units sold, in dollars. */
    sales_amount: z.number(),
  })
export type SellerProductRow = z.infer<typeof sellerProductRowSchema>

export const sellerProductPageSchema = z.object({
  products: z.array(sellerProductRowSchema),
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
})
export type SellerProductPage = z.infer<typeof sellerProductPageSchema>

export const sellerProductsQuerySchema = listSearchSchema.extend(pageQuerySchema.shape).extend({
  sort: z.enum(SELLER_PRODUCT_SORTS).optional(),
  direction: z.enum(SORT_DIRECTIONS).optional(),
})
export type SellerProductsQuery = z.infer<typeof sellerProductsQuerySchema>

export const sellerStatsSchema = z.object({
  product_count: z.number().int(),
  /** Σ price × units sold, in dollars. */
  total_sales: z.number(),
  /** The seller's share of `total_sales`, in dollars. */
  total_profit: z.number(),
  /** Σ units sold. */
  units_sold: z.number().int(),
  /** One entry a day, oldest first, today (UTC) last; days without sales are 0. */
  last_30_days_sales: z.array(z.object({ date: z.string(), sales: z.number() })),
  /** Most units first; only products that sold. */
  best_sellers: z.array(sellerProductRowSchema),
})
export type SellerStats = z.infer<typeof sellerStatsSchema>

/** An order as one of its sellers sees it: the buyer's address and the seller's own lines. */
export const sellerOrderSchema = z.object({
  order_id: z.string(),
  created_at: z.string(),
  order_state: z.enum(ORDER_STATES),
  shipping_address: shippingInfoSchema,
  /** The seller's own lines only. */
  lines: z.array(orderLineSchema),
  /** Σ of the lines, in dollars. */
  lines_total: z.number(),
})
export type SellerOrder = z.infer<typeof sellerOrderSchema>

export const sellerOrderPageSchema = z.object({
  orders: z.array(sellerOrderSchema),
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
})
export type SellerOrderPage = z.infer<typeof sellerOrderPageSchema>

/** `q` is the beginning of an order id, or the number alone. */
export const sellerOrdersQuerySchema = listSearchSchema.extend(pageQuerySchema.shape)
export type SellerOrdersQuery = z.infer<typeof sellerOrdersQuerySchema>
