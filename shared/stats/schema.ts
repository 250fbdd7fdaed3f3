import { z } from 'zod'
import { sellerProductRowSchema } from '../catalog/schema.ts'
import { CHART_RANGES, type ChartRange } from './constants.ts'

/** Days of the figures: 30 by default. */
export const statsQuerySchema = z.object({
  days: z
    .enum(CHART_RANGES.map(String) as [`${ChartRange}`, ...`${ChartRange}`[]])
    .transform((days) => Number(days) as ChartRange)
    .optional(),
})

const sellerDaySchema = z.object({
  /** `2026-01-31` */
  date: z.string(),
  /** Dollars. */
  sales: z.number(),
  units: z.number().int(),
})

/** Days are in the marketplace's time zone. */
const adminDaySchema = z.object({
  /** `2026-01-31` */
  date: z.string(),
  /** Dollars. */
  sales: z.number(),
  orders: z.number().int(),
})

const namedDaySchema = adminDaySchema.extend({
  /** `Day 1` to `Day 30`, or the number requested. */
  day: z.string(),
})

export const sellerStatsSchema = z.object({
  product_count: z.number().int(),
  /** Σ price × units sold, in dollars. */
  total_sales: z.number(),
  /** The seller's share of `total_sales`, in dollars. */
  total_profit: z.number(),
  /** Σ units sold. */
  units_sold: z.number().int(),
  /** Sales of goods, without their delivery, at the prices paid, without cancelled and returned units. */
  sold: z.object({
    units: z.number().int(),
    /** Dollars. */
    amount: z.number(),
    /** Cancelled or returned units. */
    reversed_units: z.number().int(),
    reversed_amount: z.number(),
    /** Units of orders awaiting a bank transfer, which are in neither of these. */
    awaited_units: z.number().int(),
    awaited_amount: z.number(),
  }),
  /** One entry a day, oldest first, today last, in the marketplace's time zone; 0 without sales. Always 30. */
  last_30_days_sales: z.array(sellerDaySchema),
  /** The 30 days before those. */
  previous_30_days_sales: z.array(sellerDaySchema),
  /** The same for the requested number of days, if not 30. */
  range: z.object({ sales: z.array(sellerDaySchema), previous: z.array(sellerDaySchema) }).optional(),
  /** By units sold; only products with sales. */
  best_sellers: z.array(sellerProductRowSchema),
})
export type SellerStats = z.infer<typeof sellerStatsSchema>

export const adminStatsSchema = z.object({
  productCount: z.number().int(),
  orderCount: z.number().int(),
  /** Dollars of all orders in any state. */
  totalSales: z.number(),
  /** Whole dollars. */
  totalProfit: z.number().int(),
  /** Count of cancelled and returned orders; dollars of all cancelled and returned units, and of the delivery that goes back. */
  reversedCount: z.number().int(),
  reversedSales: z.number(),
  /** `totalSales` without orders awaiting a bank transfer, and the dollars of these without cancelled units. */
  soldSales: z.number(),
  awaitedSales: z.number(),
  /** One entry a day, oldest first, today last; 0 without orders. Always 30. */
  last30DaysSales: z.array(namedDaySchema),
  /** The 30 days before those. */
  previous30DaysSales: z.array(adminDaySchema),
  /** The same for the requested number of days, if not 30. */
  range: z.object({ sales: z.array(namedDaySchema), previous: z.array(adminDaySchema) }).optional(),
})
export type AdminStats = z.infer<typeof adminStatsSchema>
