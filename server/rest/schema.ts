import { z } from 'zod'
import { MAX_OTHER_IMAGES } from '../../shared/catalog/constants.ts'
import { productIdSchema, productSchema } from '../../shared/catalog/schema.ts'
import { queryInteger } from '../../shared/kernel/text.ts'
import { ORDER_STATES } from '../../shared/orders/constants.ts'
import { orderIdSchema, orderSchema } from '../../shared/orders/schema.ts'
import { sellerMessages } from '../../shared/seller/messages.ts'

/** The most rows that one answer of a table holds. */
export const MAX_ROWS = 1000

/** A picture as a `data:` address; the whole body is bounded below this. */
const MAX_PICTURE_LENGTH = 256 * 1024

export const productRowsSchema = z.array(productSchema)

/** An order as it stands in its table; its lines are another's. */
export const orderRowSchema = orderSchema.omit({ lines: true })
export type OrderRow = z.infer<typeof orderRowSchema>
export const orderRowsSchema = z.array(orderRowSchema)

/** A filter on the id: equal to it, or beyond it in the order of the list. */
const idFilter = (id: z.ZodString, beyond: 'gt' | 'lt') =>
  z
    .string()
    .refine(
      (filter) => ['eq.', `${beyond}.`].includes(filter.slice(0, 3)) && id.safeParse(filter.slice(3)).success,
      `must be eq. or ${beyond}. and an id`,
    )

const listQuery = {
  /** Rows are answered whole. */
  select: z.literal('*').optional(),
  limit: queryInteger(1, MAX_ROWS).optional(),
  /** The public key may stand in the address. */
  apikey: z.string().optional(),
}

/** A filter that is not known is refused: without it there would be rows that nobody asked for. */
export const productsQuerySchema = z.strictObject({
  ...listQuery,
  product_id: idFilter(productIdSchema, 'gt').optional(),
})
export const ordersQuerySchema = z.strictObject({ ...listQuery, order_id: idFilter(orderIdSchema, 'lt').optional() })

/** The row a change is about: by `id`, or by the column's own name as the rows have it. */
const productRow = { id: productIdSchema.optional(), product_id: productIdSchema.optional() }
const orderRow = { id: orderIdSchema.optional(), order_id: orderIdSchema.optional() }

const picture = z.string().max(MAX_PICTURE_LENGTH)

/**
 * A row as its seller writes it; what else it holds is dropped. A picture is the address of one the product has, or a
 * picture written out as a `data:` address. The seller's form checks the contents.
 */
export const insertProductSchema = z.object({
  product_name: z.string(),
  product_price: z.number(),
  product_desc: z.string(),
  product_category: z.array(z.string()).default([]),
  featured_image: z.string({ error: sellerMessages.featuredImageNeeded }).max(MAX_PICTURE_LENGTH),
  other_images: z.array(picture).max(MAX_OTHER_IMAGES, sellerMessages.tooManyImages).default([]),
})

export const changeProductSchema = z.object({
  ...productRow,
  product_name: z.string().optional(),
  product_price: z.number().optional(),
  product_desc: z.string().optional(),
  product_category: z.array(z.string()).optional(),
  featured_image: picture.optional(),
  other_images: z.array(picture).max(MAX_OTHER_IMAGES, sellerMessages.tooManyImages).optional(),
  /** Admins only; from sellers it is dropped. */
  flash_sale: z.boolean().optional(),
})
export type ChangeProduct = z.infer<typeof changeProductSchema>

export const deleteProductSchema = z.object(productRow)

/** All that can be said of an order that is placed already; what else a row holds is dropped. */
export const changeOrderSchema = z.object({ ...orderRow, order_state: z.enum(ORDER_STATES) })
