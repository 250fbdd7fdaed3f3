import { z } from 'zod'

export const MAX_STOCK_ALERTS = 100
export const STOCK_ALERT_DAYS = 365

/** A buyer's restock alerts. */
export const stockAlertsSchema = z.object({
  product_ids: z.array(z.string()),
})
export type StockAlerts = z.infer<typeof stockAlertsSchema>
