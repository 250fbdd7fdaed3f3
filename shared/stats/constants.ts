/** The seller's share of sales; the rest is the marketplace's commission. */
export const SELLER_PROFIT_SHARE = 0.9
/** The share of all sales shown as profit on the admins' dashboard, in whole dollars. */
export const ADMIN_PROFIT_SHARE = 0.25
/** Default and selectable days of the sales charts, ending today in the marketplace's time zone. */
export const CHART_DAYS = 30
export const CHART_RANGES = [7, CHART_DAYS, 90] as const
export type ChartRange = (typeof CHART_RANGES)[number]
export const BEST_SELLERS_COUNT = 5
