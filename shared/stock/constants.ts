/** Public states of a stock. */
export const STOCK_STATES = ['in', 'low', 'out', 'backorder'] as const
export type StockState = (typeof STOCK_STATES)[number]

/** The states in the words of search engines: https://schema.org/ItemAvailability. */
export const STOCK_AVAILABILITY = {
  in: 'https://schema.org/InStock',
  low: 'https://schema.org/LimitedAvailability',
  out: 'https://schema.org/OutOfStock',
  backorder: 'https://schema.org/BackOrder',
} as const

export const MOVEMENT_REASONS = ['counted', 'correction', 'sold', 'cancelled', 'returned', 'imported'] as const

export const MAX_ON_HAND = 1_000_000
export const MAX_LOW_AT = 1_000
export const DEFAULT_LOW_AT = 5
export const MAX_PER_ORDER = 999

export const MOVEMENTS_PAGE_SIZE = 20
/** Low or sold-out products per response. */
export const MAX_SCARCE_LISTED = 1_000

export const CHECKOUT_STATES = ['open', 'paying', 'placed', 'expired', 'abandoned'] as const
/** Bounds of the reservation time; the database has the same. */
export const MIN_RESERVATION_MINUTES = 5
export const MAX_RESERVATION_MINUTES = 60
/** Extensions per checkout. */
export const MAX_EXTENSIONS = 4
/** Days after which ended checkouts are deleted. */
export const CHECKOUT_LIFE_DAYS = 30
