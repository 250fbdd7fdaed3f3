/** In the order in which a seller order goes through them; the last two end it another way. */
export const SELLER_ORDER_STATES = ['pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'returned'] as const
export type SellerOrderState = (typeof SELLER_ORDER_STATES)[number]

export const SHIPMENT_STATES = ['sent', 'delivered', 'lost', 'voided'] as const
export type ShipmentState = (typeof SHIPMENT_STATES)[number]

/** Who said that a shipment has come; `time` is 14 days without another word. */
export const DELIVERED_BY = ['seller', 'buyer', 'admin', 'time'] as const
export type DeliveredBy = (typeof DELIVERED_BY)[number]

/** Whether an order's state is what its seller orders give, or an admin set another one. */
export const STATE_SOURCES = ['seller_orders', 'admin'] as const
export type StateSource = (typeof STATE_SOURCES)[number]

/** What can happen to an order. */
export const ORDER_EVENT_KINDS = [
  'placed',
  'confirmed',
  'sent',
  'delivered',
  'lost',
  'voided',
  'cancelled',
  'cancel_requested',
  'cancel_declined',
  'returned',
  'missing',
  'state_set',
  'paid',
  'refunded',
  'address_changed',
  'note',
] as const
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]
export const ORDER_EVENT_ROLES = ['buyer', 'seller', 'admin', 'system'] as const
export type OrderEventRole = (typeof ORDER_EVENT_ROLES)[number]

export const CANCEL_REASONS = ['out_of_stock', 'buyer_asked', 'address', 'not_paid', 'other'] as const
