/** Rows on a page of products, orders and accounts. */
export const ADMIN_PAGE_SIZE = 20
/** A search by name counts and shows at most so many matches: what it costs does not grow with the market. */
export const MAX_MATCHES = 10_000
export const PRODUCT_SEARCH_DEBOUNCE_MS = 300
/** What the admin counts as profit of all sales, rounded to whole dollars. */
export const ADMIN_PROFIT_SHARE = 0.25
/** Days of the sales chart, the last one being today (UTC). */
export const ADMIN_CHART_DAYS = 30
/** At most so many products are changed by one call. */
export const MAX_SELECTED_PRODUCTS = 100
/** How long the browser offers to undo a deletion, and how long the server takes it back: calls may be slow. */
export const UNDO_SECONDS = 5
export const RESTORE_SECONDS = 60
/** The order panel shows at most so many changes, newest first. */
export const ORDER_HISTORY_COUNT = 100

/** What an admin does that is written down; the table lists the same words. */
export type AdminAction =
  | 'flash_sale'
  | 'delete_product'
  | 'restore_product'
  | 'order_state'
  | 'suspend_user'
  | 'reinstate_user'

export const USER_STATES = ['active', 'suspended'] as const
