import { z } from 'zod'
import { productIdSchema } from '../catalog/schema.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from './constants.ts'

/** Product id → quantity. */
export type Cart = Record<string, number>

export const cartSchema = z.object({ cart: z.record(z.string(), z.number().int()) })
export type CartResponse = z.infer<typeof cartSchema>

export const addItemSchema = z.object({
  product_id: productIdSchema,
  quantity: z.number().int().min(1).max(MAX_LINE_QUANTITY).default(1),
})

/** A quantity of 0 or less removes the line. */
export const setQuantitySchema = z.object({
  quantity: z.number().int().max(MAX_LINE_QUANTITY),
})

export const mergeCartSchema = z.object({
  /** Makes merging idempotent; the browser sends its session's id. */
  merge_id: z.uuid(),
  cart: z
    .record(productIdSchema, z.number().int().min(1).max(MAX_LINE_QUANTITY))
    .refine((cart) => Object.keys(cart).length <= MAX_CART_LINES, `at most ${MAX_CART_LINES} lines`),
})

export const mergedCartSchema = cartSchema.extend({
  /** Products that do not exist or exceed the limit of lines. */
  dropped: z.array(z.string()),
})
export type MergedCart = z.infer<typeof mergedCartSchema>

export const goneProductsSchema = z.object({
  products: z.array(z.object({ product_id: z.string(), product_name: z.string() })),
})
export type GoneProducts = z.infer<typeof goneProductsSchema>
