import { z } from 'zod'

/** A buyer's restock alerts. */
export const stockAlertsSchema = z.object({
  product_ids: z.array(z.string()),
})
export type StockAlerts = z.infer<typeof stockAlertsSchema>
