import { z } from 'zod'
import { pageFields } from '../kernel/list-schema.ts'
import { MAX_LOW_AT, MAX_ON_HAND, MAX_PER_ORDER, MOVEMENT_REASONS, STOCK_STATES } from './constants.ts'

/** Tracked stock in lists of the seller and of admins. */
export const ownStockSchema = z.object({
  on_hand: z.number().int(),
  /** Units on hand that running checkouts have reserved. */
  reserved: z.number().int(),
  stock_state: z.enum(STOCK_STATES),
})
export type OwnStock = z.infer<typeof ownStockSchema>

/** The public part of a product's stock; absent when it is not tracked. */
export const shownStockFields = {
  stock_state: z.enum(STOCK_STATES).optional(),
  /** Units left; only while `stock_state` is `low`. */
  stock_left: z.number().int().optional(),
  /** Per cent of the stock at the start of the flash sale, while it lasts. */
  stock_share: z.number().int().optional(),
}

export const stockSchema = z.discriminatedUnion('counted', [
  z.object({ counted: z.literal(false) }),
  z.object({
    counted: z.literal(true),
    ...ownStockSchema.shape,
    low_at: z.number().int(),
    backorder: z.boolean(),
    max_per_order: z.number().int().nullable(),
  }),
])
export type Stock = z.infer<typeof stockSchema>
export type CountedStock = Extract<Stock, { counted: true }>

export const changeStockSchema = z.discriminatedUnion('counted', [
  z.strictObject({ counted: z.literal(false) }),
  z
    .strictObject({
      counted: z.literal(true),
      /** The new number on hand. */
      set: z.number().int().min(0).max(MAX_ON_HAND).optional(),
      /** The number that the page showed: 409 if it has changed. */
      seen: z.number().int().optional(),
      /** The amount to add to the number on hand. */
      change: z.number().int().min(-MAX_ON_HAND).max(MAX_ON_HAND).optional(),
      low_at: z.number().int().min(0).max(MAX_LOW_AT).optional(),
      backorder: z.boolean().optional(),
      max_per_order: z.number().int().min(1).max(MAX_PER_ORDER).nullable().optional(),
    })
    .refine(({ set, change }) => set === undefined || change === undefined, {
      error: 'give set or change, not both',
      path: ['change'],
    })
    .refine(({ set, seen }) => seen === undefined || set !== undefined, { error: 'needs set', path: ['seen'] }),
])
export type ChangeStock = z.infer<typeof changeStockSchema>

const movementSchema = z.object({
  change: z.number().int(),
  on_hand_after: z.number().int(),
  reason: z.enum(MOVEMENT_REASONS),
  order_id: z.string().nullable(),
  created_at: z.string(),
})
export type Movement = z.infer<typeof movementSchema>

/** A stock with a page of its movements, newest first. */
export const stockHistorySchema = z.object({
  stock: stockSchema,
  movements: z.array(movementSchema),
  ...pageFields,
})
export type StockHistory = z.infer<typeof stockHistorySchema>

export const scarceQuerySchema = z.object({ state: z.enum(['low', 'out']).optional() })

/** A seller's low or sold-out products, by number. */
export const scarceProductsSchema = z.object({
  products: z.array(
    z.object({
      product_id: z.string(),
      product_name: z.string(),
      featured_image: z.string(),
      ...ownStockSchema.shape,
    }),
  ),
})
export type ScarceProducts = z.infer<typeof scarceProductsSchema>
