export const ORDER_STATES = ['pending', 'confirmed', 'delivered', 'cancelled', 'returned'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Problems of orders that admins filter by; `needs_action` combines those that only an admin can resolve. */
export const ORDER_PROBLEMS = [
  'needs_action',
  'late',
  'missing',
  'cancel_requested',
  'return_requested',
  'seller_suspended',
  'stopped',
  'unpaid',
  'disputed',
] as const
export type OrderProblem = (typeof ORDER_PROBLEMS)[number]

/** An order's state is derived from its seller orders, or was set by an admin. */
export const STATE_SOURCES = ['seller_orders', 'admin'] as const

/** Sortable columns of the admins' list of orders; the first is the default, newest first. */
export const ADMIN_ORDER_SORTS = ['date', 'id', 'buyer', 'total'] as const
export type AdminOrderSort = (typeof ADMIN_ORDER_SORTS)[number]
/** Sortable columns of a seller's orders; `total` is the sum of the seller's own lines. */
export const SELLER_ORDER_SORTS = ['date', 'state', 'total'] as const
export type SellerOrderSort = (typeof SELLER_ORDER_SORTS)[number]

/** Steps of the tracker's timeline; cancelled and returned show a banner instead. */
export const TIMELINE_STATES = ['pending', 'confirmed', 'delivered'] as const

/** Fields of the payment form that never leave the page. */
export const PAYMENT_DETAILS = [
  'cardNumber',
  'cardName',
  'expiryDate',
  'cvv',
  'paypalEmail',
  'bankName',
  'accountNumber',
] as const
export type PaymentDetail = (typeof PAYMENT_DETAILS)[number]

export const MAX_SHIPPING_FIELD_LENGTH = 200
export const MAX_ORDERS_LISTED = 1000
/** Product pictures per order in the buyer's list. */
export const MAX_ORDER_PICTURES = 3
/** Newest orders searched for the last address. */
export const MAX_ORDERS_SEARCHED = 100
/** The tracking table has one row per unit; the button "All 9 units" shows the rest. */
export const UNITS_SHOWN_AT_FIRST = 5

export const ORDER_HISTORY_COUNT = 100

export const MIN_ID_DIGITS = 5
export const MAX_ID_DIGITS = 12
/** `ORD` and at least five digits without needless leading zeros. */
export const ORDER_ID_PATTERN = /^ORD(?:\d{5}|[1-9]\d{5,11})$/
