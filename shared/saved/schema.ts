import { z } from 'zod'
import { productIdSchema } from '../catalog/schema.ts'
import { MAX_SAVED_PRODUCTS } from './constants.ts'

export const savedSchema = z.object({
  /** Newest first, without deleted products. */
  product_ids: z.array(z.string()),
})
export type SavedResponse = z.infer<typeof savedSchema>

/** A visitor's wish list, newest first, to add to a buyer's. */
export const addSavedSchema = z.object({ product_ids: z.array(productIdSchema).max(MAX_SAVED_PRODUCTS) })
