export const SELLER_PAGE_SIZE = 20
/** What a seller keeps of the total sales; the rest is the market's commission. */
export const SELLER_PROFIT_SHARE = 0.9
/** Days of the seller's chart, the last one being today (UTC). */
export const SELLER_CHART_DAYS = 30
export const BEST_SELLERS_COUNT = 5

/** The columns of the product list that can be sorted; `number` is the order of creation (S.No). */
export const SELLER_PRODUCT_SORTS = ['number', 'name', 'price', 'orders', 'sales'] as const
export type SellerProductSort = (typeof SELLER_PRODUCT_SORTS)[number]
export const SORT_DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]

/** The form field of a create or edit request (multipart) that holds the product as JSON text. */
export const PRODUCT_FIELD = 'product'
