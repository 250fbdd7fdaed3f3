export const ORDER_STATES = ['pending', 'confirmed', 'delivered', 'cancelled', 'returned'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** What makes an order one that admins look at. */
export const ORDER_PROBLEMS = [
  'late',
  'missing',
  'cancel_requested',
  'return_requested',
  'seller_suspended',
  'stopped',
  'unpaid',
] as const
export type OrderProblem = (typeof ORDER_PROBLEMS)[number]

/** Whether an order's state is what its seller orders give, or an admin set another one. */
export const STATE_SOURCES = ['seller_orders', 'admin'] as const
export type StateSource = (typeof STATE_SOURCES)[number]

/** The columns that sort the admins' list of orders; the first is the default, from the newest down. */
export const ADMIN_ORDER_SORTS = ['date', 'id', 'buyer', 'total'] as const
export type AdminOrderSort = (typeof ADMIN_ORDER_SORTS)[number]
/** Those of a seller's orders; `total` is the sum of the seller's own lines. */
export const SELLER_ORDER_SORTS = ['date', 'state', 'total'] as const
export type SellerOrderSort = (typeof SELLER_ORDER_SORTS)[number]

/** The steps of the tracker's timeline; cancelled and returned show a banner instead. */
export const TIMELINE_STATES = ['pending', 'confirmed', 'delivered'] as const

/** The fields of the payment form with payment details. They never leave the page. */
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
/** Pictures of products beside an order in its buyer's list. */
export const MAX_ORDER_PICTURES = 3
/** The last address is looked for in this many orders. */
export const MAX_ORDERS_SEARCHED = 100
/** The tracking table shows one row per unit; longer runs are folded behind "Show all". */
export const UNITS_SHOWN_AT_FIRST = 20

/** The admins' order panel shows at most this many changes, newest first. */
export const ORDER_HISTORY_COUNT = 100

/** The digits of the number in an order id. */
export const MIN_ID_DIGITS = 5
export const MAX_ID_DIGITS = 12
/** `ORD` and at least five digits without needless leading zeros. */
export const ORDER_ID_PATTERN = /^ORD(?:\d{5}|[1-9]\d{5,11})$/
