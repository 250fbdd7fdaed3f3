import { z } from 'zod'
import { sellerProductRowSchema } from '../catalog/schema.ts'
import { CHART_RANGES, type ChartRange } from './constants.ts'

/** Over how many days figures are wanted: 30 by default. */
export const statsQuerySchema = z.object({
  days: z
    .enum(CHART_RANGES.map(String) as [`${ChartRange}`, ...`${ChartRange}`[]])
    .transform((days) => Number(days) as ChartRange)
    .optional(),
})

/** A day of a seller. */
const sellerDaySchema = z.object({
  /** `2026-01-31` */
  date: z.string(),
  /** Dollars. */
  sales: z.number(),
  units: z.number().int(),
})

/** A day of the marketplace, in its time zone. */
const adminDaySchema = z.object({
  /** `2026-01-31` */
  date: z.string(),
  /** Dollars. */
  sales: z.number(),
  orders: z.number().int(),
})

const namedDaySchema = adminDaySchema.extend({
  /** `Day 1` to `Day 30`, or as many as were requested. */
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
  /** Real sales: order lines at the prices paid, without what was cancelled and came back. */
  sold: z.object({
    units: z.number().int(),
    /** Dollars. */
    amount: z.number(),
    /** Units that were cancelled or came back. */
    reversed_units: z.number().int(),
    reversed_amount: z.number(),
    /** In neither: of orders whose bank transfer has not come. */
    awaited_units: z.number().int(),
    awaited_amount: z.number(),
  }),
  /** One entry a day, oldest first, today last, in the time zone of the marketplace; days without sales are 0. Always 30, whatever was requested. */
  last_30_days_sales: z.array(sellerDaySchema),
  /** The 30 days before those. */
  previous_30_days_sales: z.array(sellerDaySchema),
  /** The same of as many days as were requested, when these are not 30. */
  range: z.object({ sales: z.array(sellerDaySchema), previous: z.array(sellerDaySchema) }).optional(),
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
  /** The number of orders cancelled or returned, and dollars for what was cancelled and came back of all orders. */
  reversedCount: z.number().int(),
  reversedSales: z.number(),
  /** `totalSales` without the orders whose bank transfer has not come, and dollars of these without what was cancelled. */
  soldSales: z.number(),
  awaitedSales: z.number(),
  /** One entry a day, oldest first, today last; days without orders are 0. Always 30, whatever was requested. */
  last30DaysSales: z.array(namedDaySchema),
  /** The 30 days before those. */
  previous30DaysSales: z.array(adminDaySchema),
  /** The same of as many days as were requested, when these are not 30. */
  range: z.object({ sales: z.array(namedDaySchema), previous: z.array(adminDaySchema) }).optional(),
})
export type AdminStats = z.infer<typeof adminStatsSchema>
