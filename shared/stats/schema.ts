import { z } from 'zod'
import { sellerProductRowSchema } from '../catalog/schema.ts'

export const sellerStatsSchema = z.object({
  product_count: z.number().int(),
  /** Σ price × units sold, in dollars. */
  total_sales: z.number(),
  /** The seller's share of `total_sales`, in dollars. */
  total_profit: z.number(),
  /** Σ units sold. */
  units_sold: z.number().int(),
  /** What was really sold: order lines at the prices paid, without those of cancelled and returned orders. */
  sold: z.object({
    units: z.number().int(),
    /** Dollars. */
    amount: z.number(),
    /** Of cancelled and returned orders. */
    reversed_units: z.number().int(),
    reversed_amount: z.number(),
  }),
  /** One entry a day, oldest first, today (UTC) last; days without sales are 0. */
  last_30_days_sales: z.array(z.object({ date: z.string(), sales: z.number() })),
  /** Most units first; only products that sold. */
  best_sellers: z.array(sellerProductRowSchema),
})
export type SellerStats = z.infer<typeof sellerStatsSchema>

export const adminStatsSchema = z.object({
  productCount: z.number().int(),
  orderCount: z.number().int(),
  /** Dollars: the totals of all orders, whatever their state. */
  totalSales: z.number(),
  /** Whole dollars. */
  totalProfit: z.number().int(),
  /** How many of the orders are cancelled or returned, and their totals in dollars. */
  reversedCount: z.number().int(),
  reversedSales: z.number(),
  /** One entry a UTC day, oldest first, today last; days without orders are 0. */
  last30DaysSales: z.array(
    z.object({
      /** `Day 1` to `Day 30`. */
      day: z.string(),
      /** `2026-01-31` */
      date: z.string(),
      /** Dollars. */
      sales: z.number(),
    }),
  ),
})
export type AdminStats = z.infer<typeof adminStatsSchema>
