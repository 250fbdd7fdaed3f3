import { z } from 'zod'
import { MAX_OTHER_IMAGES } from '../../shared/catalog/constants.ts'
import { productFormMessages } from '../../shared/catalog/product-form-messages.ts'
import { productFields, productIdSchema, productSchema, writtenFields } from '../../shared/catalog/schema.ts'
import { queryInteger } from '../../shared/kernel/text.ts'
import { ORDER_STATES } from '../../shared/orders/constants.ts'
import { orderIdSchema, orderRowSchema } from '../../shared/orders/schema.ts'

/** The limit of rows in a response. */
export const MAX_ROWS = 1000

/** A picture as a `data:` address; the whole body is bounded below this. */
const MAX_PICTURE_LENGTH = 256 * 1024

export const productRowsSchema = z.array(productSchema)

export const orderRowsSchema = z.array(orderRowSchema)

/** A filter on the id: equal to it, or after it in the order of the list. */
const idFilter = (id: z.ZodString, beyond: 'gt' | 'lt') =>
  z
    .string()
    .refine(
      (filter) => ['eq.', `${beyond}.`].includes(filter.slice(0, 3)) && id.safeParse(filter.slice(3)).success,
      `must be eq. or ${beyond}. and an id`,
    )

const anyQuery = {
  /** Rows are always returned whole. */
  select: z.literal('*').optional(),
  /** The public key may be in the address. */
  apikey: z.string().optional(),
}
const listQuery = { ...anyQuery, limit: queryInteger(1, MAX_ROWS).optional() }

/** A write takes its row from the body. An ignored filter would change rows that it excludes, so filters are refused. */
export const writeQuerySchema = z.strictObject(anyQuery)

/** Unknown filters are refused: ignoring one would return rows that were not requested. */
export const productsQuerySchema = z.strictObject({
  ...listQuery,
  product_id: idFilter(productIdSchema, 'gt').optional(),
})
export const ordersQuerySchema = z.strictObject({ ...listQuery, order_id: idFilter(orderIdSchema, 'lt').optional() })

/** The row to change: by `id`, or by the column's own name. */
const productRow = { id: productIdSchema.optional(), product_id: productIdSchema.optional() }
const orderRow = { id: orderIdSchema.optional(), order_id: orderIdSchema.optional() }

const written = productFields.pick(writtenFields)
const picture = z.string().max(MAX_PICTURE_LENGTH)

/**
 * A row as its seller writes it; other columns are ignored. A picture is the address of one the product has, or a `data:`
 * address. The schemas of the seller's form check the values.
 */
export const insertProductSchema = z.object({
  ...written.shape,
  product_category: written.shape.product_category.default([]),
  featured_image: z.string({ error: productFormMessages.featuredImageNeeded }).max(MAX_PICTURE_LENGTH),
  other_images: z.array(picture).max(MAX_OTHER_IMAGES, productFormMessages.tooManyImages).default([]),
})

export const changeProductSchema = z.object({
  ...productRow,
  ...written.partial().shape,
  featured_image: picture.optional(),
  other_images: z.array(picture).max(MAX_OTHER_IMAGES, productFormMessages.tooManyImages).optional(),
  /** For admins; ignored from sellers. */
  flash_sale: productFields.shape.flash_sale.optional(),
})
export type ChangeProduct = z.infer<typeof changeProductSchema>

export const deleteProductSchema = z.object(productRow)

/** The one column of a placed order that can be changed; others are ignored. */
export const changeOrderSchema = z.object({ ...orderRow, order_state: z.enum(ORDER_STATES) })
