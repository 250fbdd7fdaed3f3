import { z } from 'zod'

/** The sold-out products of which a buyer wants to know when they are back. */
export const stockAlertsSchema = z.object({
  /** Newest first. */
  product_ids: z.array(z.string()),
})
export type StockAlerts = z.infer<typeof stockAlertsSchema>
