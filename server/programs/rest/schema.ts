import { z } from 'zod'
import { MAX_OTHER_IMAGES } from '../../../shared/catalog/constants.ts'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { productFields, productIdSchema, productRowSchema, writtenFields } from '../../../shared/catalog/schema.ts'
import { ORDER_STATES } from '../../../shared/orders/constants.ts'
import { orderIdSchema, orderRowSchema } from '../../../shared/orders/schema.ts'

/** The limit of a picture as a `data:` address, in characters; the limit of the body is lower. */
const MAX_PICTURE_LENGTH = 256 * 1024

/** All of several hold. */
const trees = z.union([z.string(), z.array(z.string())]).optional()

/** Other parameters are filters by column, which `grammar/` parses. */
export const rowsQuerySchema = z
  .object({
    select: z.string().optional().describe('Columns, with commas between them.'),
    order: z.string().optional().describe('Columns to order by: `product_price.desc`.'),
    limit: z.string().optional(),
    offset: z.string().optional(),
    and: trees,
    or: trees.describe('`(product_price.lt.10,flash_sale.is.true)`'),
    apikey: z.string().optional(),
  })
  .catchall(z.unknown())

export const productRowsSchema = z.array(productRowSchema)

export const orderRowsSchema = z.array(orderRowSchema)

/** The row to change: by `id`, or by the column's own name. */
const productRow = { id: productIdSchema.optional(), product_id: productIdSchema.optional() }
const orderRow = { id: orderIdSchema.optional(), order_id: orderIdSchema.optional() }

const written = productFields.pick(writtenFields)
const picture = z.string().min(1).max(MAX_PICTURE_LENGTH)
const featuredImageNeeded = { error: () => productFormMessages.featuredImageNeeded }

const otherPictures = z.array(picture).max(MAX_OTHER_IMAGES, { error: () => productFormMessages.tooManyImages })

/**
 * A row as its seller writes it; other columns are ignored. A picture is the address of one the product has, or a `data:`
 * address. The schemas of the seller's form check the values.
 */
export const insertProductSchema = z.object({
  ...written.shape,
  product_category: written.shape.product_category.default([]),
  featured_image: z.string(featuredImageNeeded).min(1, featuredImageNeeded).max(MAX_PICTURE_LENGTH),
  other_images: otherPictures.default([]),
})

export const changeProductSchema = z.object({
  ...productRow,
  ...written.partial().shape,
  featured_image: picture.optional(),
  other_images: otherPictures.optional(),
  /** For admins; ignored from sellers. */
  flash_sale: productFields.shape.flash_sale.optional(),
})
export type ChangeProduct = z.infer<typeof changeProductSchema>

const namedProductSchema = z.object(productRow)
export type NamedProduct = z.infer<typeof namedProductSchema>

/** Filters may name the rows in place of a body. */
export const deleteProductSchema = namedProductSchema.nullish()

/** The only column of a placed order that can be changed; others are ignored. */
export const changeOrderSchema = z.object({ ...orderRow, order_state: z.enum(ORDER_STATES) })
