import type { DisputeState } from '../payments/constants.ts'

/** Tracking pages of carriers; `{number}` stands for the tracking number. */
const TRACKING_PAGES = {
  DHL: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
  UPS: 'https://www.ups.com/track?tracknum={number}',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr={number}',
  DPD: 'https://tracking.dpd.de/status/en_US/parcel/{number}',
  GLS: 'https://gls-group.com/EU/en/parcel-tracking?match={number}',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
  'La Poste': 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
  PostNL: 'https://jouw.postnl.nl/track-and-trace/{number}',
  Correos: 'https://www.correos.es/es/en/tools/tracker/items/details?tracking-number={number}',
  'Poste Italiane': 'https://www.poste.it/cerca/#/risultati-spedizioni/{number}',
  'Austrian Post': 'https://www.post.at/en/s/item-details?snr={number}',
  'Swiss Post': 'https://service.post.ch/ekp-web/ui/entry/search/{number}',
} as const

export const CARRIERS = Object.keys(TRACKING_PAGES)

/** The forms of tracking numbers that only one carrier has; those of others are digits alone. */
const NUMBERS: readonly (readonly [RegExp, keyof typeof TRACKING_PAGES])[] = [
  [/^1Z[\dA-Z]{16}$/, 'UPS'],
  [/^(JJD|JVGL|00340)\d{8,}$|^[A-Z]{2}\d{9}DE$/, 'DHL'],
  [/^9[2-5]\d{20}$|^[A-Z]{2}\d{9}US$/, 'USPS'],
  [/^3S[\dA-Z]{11,13}$|^[A-Z]{2}\d{9}NL$/, 'PostNL'],
  [/^[A-Z]{2}\d{9}GB$/, 'Royal Mail'],
  [/^[A-Z]{2}\d{9}FR$/, 'La Poste'],
  [/^[A-Z]{2}\d{9}ES$/, 'Correos'],
  [/^[A-Z]{2}\d{9}IT$/, 'Poste Italiane'],
  [/^[A-Z]{2}\d{9}AT$/, 'Austrian Post'],
  [/^99\d{16}$|^[A-Z]{2}\d{9}CH$/, 'Swiss Post'],
]

/** Returns the carrier of a tracking number where that is recognized; a carrier of the seller's own stays. */
export function carrierFor(number: string, typed: string): string {
  if (typed !== '' && !CARRIERS.includes(typed)) return typed
  const text = number.replace(/[\s-]/g, '').toUpperCase()
  return NUMBERS.find(([form]) => form.test(text))?.[1] ?? typed
}

/** Returns the tracking page of a shipment; null for other carriers, and without a number. */
export function trackingUrl(carrier: string, trackingNumber: string | null | undefined): string | null {
  if (!trackingNumber || !Object.hasOwn(TRACKING_PAGES, carrier)) return null
  const page = TRACKING_PAGES[carrier as keyof typeof TRACKING_PAGES]
  return page.replace('{number}', encodeURIComponent(trackingNumber))
}

/** In chronological order; the last two are alternative ends. */
export const SELLER_ORDER_STATES = ['pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'returned'] as const
export type SellerOrderState = (typeof SELLER_ORDER_STATES)[number]

/** Reasons for a hold of the unsent part of a seller order. */
export const SELLER_ORDER_HOLDS = ['refunded', 'disputed'] as const
export type SellerOrderHold = (typeof SELLER_ORDER_HOLDS)[number]

/** The seller decides whether a `lost` shipment is resent or refunded. */
export const SHIPMENT_STATES = ['sent', 'delivered', 'lost', 'resent', 'refunded', 'voided'] as const
export type ShipmentState = (typeof SHIPMENT_STATES)[number]

/** The source of a delivery report; `time` stands for `DELIVERED_AFTER_DAYS` without another one. */
export const DELIVERED_BY = ['seller', 'buyer', 'admin', 'time'] as const

export const RETURN_EVENT_KINDS = [
  'return_requested',
  'return_withdrawn',
  'return_accepted',
  'return_declined',
  'return_sent',
  'return_expired',
  'returned',
] as const
export type ReturnEventKind = (typeof RETURN_EVENT_KINDS)[number]

export const ORDER_EVENT_KINDS = [
  'placed',
  'confirmed',
  'sent',
  'delivered',
  'lost',
  'resent',
  'voided',
  'cancelled',
  'cancel_requested',
  'cancel_declined',
  ...RETURN_EVENT_KINDS,
  'missing',
  'state_set',
  'paid',
  'refunded',
  'address_changed',
  'note',
] as const
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]
/** The subject of an event of kind `note`, its fact `mark`. */
export type NoteMark =
  | 'ship_by_tomorrow'
  | 'late'
  | 'paid'
  | 'please_pay'
  | 'refund_failed'
  | 'not_captured'
  | 'do_not_send'
  | 'wait_to_send'
  | 'send_again'
  | 'seller_suspended'
  | 'disputed'
  | `dispute_${DisputeState}`
export const ORDER_EVENT_ROLES = ['buyer', 'seller', 'admin', 'system'] as const
export type OrderEventRole = (typeof ORDER_EVENT_ROLES)[number]

export const CANCEL_REASONS = ['out_of_stock', 'buyer_asked', 'address', 'not_paid', 'other'] as const
/** `lost` is set by the system for the units of a lost package. */
export type CancelReason = (typeof CANCEL_REASONS)[number] | 'lost'

/** In chronological order; the last four are alternative ends. */
export const RETURN_STATES = ['requested', 'accepted', 'declined', 'withdrawn', 'received', 'expired'] as const
export type ReturnState = (typeof RETURN_STATES)[number]
export const RETURN_REASONS = [
  'damaged',
  'defective',
  'not_as_described',
  'wrong_item',
  'no_longer_needed',
  'other',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** Views of a seller's orders; `pickup` has those to collect, `returns` open returns, `problem` orders that need attention. */
export const SELLER_ORDER_VIEWS = ['accept', 'send', 'sent', 'done', 'pickup', 'returns', 'problem'] as const
export type SellerOrderView = (typeof SELLER_ORDER_VIEWS)[number]

export type SellerOrderProblem = 'cancel_requested' | 'lost' | 'missing' | 'no_address'

/** The highest count that is reported. */
export const MAX_VIEW_COUNT = 1_000
export const MAX_BULK_ORDERS = 100
export const MAX_LINES = 100
export const MAX_SHIPMENTS = 20
export const MAX_NOTE_LENGTH = 500
export const MAX_RETURNS = 20
export const MAX_INSTRUCTIONS_LENGTH = 1_000
/** Time in which a seller's page offers to undo an action; notifications and mails wait for it. */
export const UNDO_ACTION_SECONDS = 10
/** Time in which a seller can undo a shipment. */
export const VOID_MINUTES = 60
/** Days after which a sent shipment counts as delivered. */
export const DELIVERED_AFTER_DAYS = 14
/** Days in which the seller decides about a lost package before it is refunded. */
export const LOST_DAYS = 5
/** Days after which the system cancels an unconfirmed order. */
export const ANSWER_DAYS = 14
/** Days after acceptance in which the buyer must report a return as sent; it expires otherwise. */
export const SEND_BACK_DAYS = 30
/** Days after `ship_by` until admins are notified. */
export const LATE_DAYS = 7
/** Days after its end in which the seller sees more of an order's address than city and country. */
export const ADDRESS_SEEN_DAYS = 180
