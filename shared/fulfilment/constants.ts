import type { DisputeState } from '../payments/constants.ts'

/** Carriers with the addresses of their tracking pages; `{number}` stands for the tracking number. */
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

/** The names of carriers to choose from. */
export const CARRIERS = Object.keys(TRACKING_PAGES)

/** Returns the address of a carrier's page about a shipment; null for other carriers, and without a number. */
export function trackingUrl(carrier: string, trackingNumber: string | null | undefined): string | null {
  if (!trackingNumber || !Object.hasOwn(TRACKING_PAGES, carrier)) return null
  const page = TRACKING_PAGES[carrier as keyof typeof TRACKING_PAGES]
  return page.replace('{number}', encodeURIComponent(trackingNumber))
}

/** In the order in which a seller order goes through them; the last two end it another way. */
export const SELLER_ORDER_STATES = ['pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'returned'] as const
export type SellerOrderState = (typeof SELLER_ORDER_STATES)[number]

/** Why what is left of a seller order is not to be sent now: its money went back, or is disputed. */
export const SELLER_ORDER_HOLDS = ['refunded', 'disputed'] as const
export type SellerOrderHold = (typeof SELLER_ORDER_HOLDS)[number]

/** Of a lost one its seller decides: it is sent again, or its units are refunded. */
export const SHIPMENT_STATES = ['sent', 'delivered', 'lost', 'resent', 'refunded', 'voided'] as const
export type ShipmentState = (typeof SHIPMENT_STATES)[number]

/** Who said that a shipment has come; `time` is `DELIVERED_AFTER_DAYS` without another word. */
export const DELIVERED_BY = ['seller', 'buyer', 'admin', 'time'] as const
export type DeliveredBy = (typeof DELIVERED_BY)[number]

/** What can happen to a return. */
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

/** What can happen to an order. */
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
/** What an event of the kind `note` is about, as the `mark` among its facts. */
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
/** Units in a package that is lost are cancelled by that alone. */
export type CancelReason = (typeof CANCEL_REASONS)[number] | 'lost'

/** How far a return is: asked for, answered, and in the end withdrawn, received or, as nothing was sent, expired. */
export const RETURN_STATES = ['requested', 'accepted', 'declined', 'withdrawn', 'received', 'expired'] as const
export type ReturnState = (typeof RETURN_STATES)[number]
/** Why a buyer sends something back. */
export const RETURN_REASONS = [
  'damaged',
  'defective',
  'not_as_described',
  'wrong_item',
  'no_longer_needed',
  'other',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** The views of a seller's orders: to accept, to send, sent, done, with a return that is not at its end, with a problem. */
export const SELLER_ORDER_VIEWS = ['accept', 'send', 'sent', 'done', 'returns', 'problem'] as const
export type SellerOrderView = (typeof SELLER_ORDER_VIEWS)[number]

/** What a row of a seller's orders warns of. */
export type SellerOrderProblem = 'cancel_requested' | 'lost' | 'missing' | 'no_address'

/** Counts of views end here. */
export const MAX_VIEW_COUNT = 1_000
/** Orders that one call accepts or sends at most. */
export const MAX_BULK_ORDERS = 100
/** Of an order. */
export const MAX_LINES = 100
export const MAX_SHIPMENTS = 20
export const MAX_NOTE_LENGTH = 500
/** Of a seller order. */
export const MAX_RETURNS = 20
/** Of where and how to send something back. */
export const MAX_INSTRUCTIONS_LENGTH = 1_000
/** How long a seller's page offers to undo what it just did; no notification or mail goes out before. */
export const UNDO_ACT_SECONDS = 10
/** How long a seller can take back a shipment. */
export const VOID_MINUTES = 60
/** Days after sending until a shipment counts as delivered. */
export const DELIVERED_AFTER_DAYS = 14
/** Days in which the seller decides what becomes of a lost package; then it is refunded. */
export const LOST_DAYS = 5
/** Working days in which an order is to be sent; the trigger `order_lines_insert` and `demo/big/queries.ts` count as many. */
export const SHIP_BY_WORKING_DAYS = 3
/** Days after which the system cancels what was not accepted. */
export const ANSWER_DAYS = 14
/** Days after a return was accepted in which its buyer says that it is on its way; else it expires. */
export const SEND_BACK_DAYS = 30
/** Days after `ship_by` until admins are asked to look. */
export const LATE_DAYS = 7
/** Days after a seller order ended until its seller sees no more than city and country. */
export const ADDRESS_SEEN_DAYS = 180
