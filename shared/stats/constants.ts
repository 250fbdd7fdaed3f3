/** The seller's share of the total sales; the rest is the marketplace's commission. */
export const SELLER_PROFIT_SHARE = 0.9
/** The share of all sales that the admin's dashboard shows as profit, rounded to whole dollars. */
export const ADMIN_PROFIT_SHARE = 0.25
/** Days of the sales charts, the last one being today where the marketplace is: those shown at first, and those that can be chosen. */
export const CHART_DAYS = 30
export const CHART_RANGES = [7, CHART_DAYS, 90] as const
export type ChartRange = (typeof CHART_RANGES)[number]
export const BEST_SELLERS_COUNT = 5
