import { z } from 'zod'
import { declaredSchema } from '../catalog/seller-schema.ts'
import { listQuerySchema, pageFields, sortFields } from '../kernel/list-schema.ts'
import { nameText, singleLineText } from '../kernel/text.ts'
import { SELLER_ORDER_SORTS } from '../orders/constants.ts'
import { addedAddressSchema, chargesField, orderLineSchema, orderSchema, sellerOrderSchema } from '../orders/schema.ts'
import { buyerPaymentSchema, sellerPaymentSchema } from '../payments/schema.ts'
import {
  CANCEL_REASONS,
  CARRIERS,
  DELIVERED_BY,
  MAX_BULK_ORDERS,
  MAX_LINES,
  MAX_NOTE_LENGTH,
  ORDER_EVENT_KINDS,
  ORDER_EVENT_ROLES,
  SELLER_ORDER_HOLDS,
  SELLER_ORDER_STATES,
  SELLER_ORDER_VIEWS,
  SHIPMENT_STATES,
} from './constants.ts'
import { fulfilmentMessages } from './messages.ts'
import { buyerReturnSchema, fullReturnSchema } from './return-schema.ts'
import { isHttps } from './rules.ts'

const time = z.string().nullable()
const dayOrNull = z.string().nullable()
const whole = z.number().int()
const positive = z.number().int().min(1).max(2_147_483_647)

/** Units of a line of an order. */
const lineUnitsSchema = z.object({
  line_number: z.number().int().min(1).max(MAX_LINES),
  quantity: z.number().int().min(1).max(999),
})
export type LineUnits = z.infer<typeof lineUnitsSchema>

const shipmentSchema = z.object({
  shipment_number: whole,
  state: z.enum(SHIPMENT_STATES),
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  /** https, the seller's own or the carrier's with the number; null without either. */
  tracking_url: z.string().nullable(),
  /** A day, as `2026-11-24`. */
  expected_on: dayOrNull,
  sent_at: z.string(),
  /** When the buyer said that it has not come. */
  missing_at: time,
  /** When it was said to be lost; its seller has `LOST_DAYS` from then on to decide what becomes of it. */
  lost_at: time,
  delivered_at: time,
  delivered_by: z.enum(DELIVERED_BY).nullable(),
  /** Later than `delivered_at` when an earlier day was given. */
  delivery_recorded_at: time,
  lines: z.array(z.object({ line_number: whole, quantity: whole })),
})
export type Shipment = z.infer<typeof shipmentSchema>

/** How many units of a line were cancelled, sent and came back. */
const lineCountFields = { line_number: whole, cancelled: whole, sent: whole, returned_units: whole }

/** What seller orders have for all who may see them. */
const sellerOrderFields = {
  /** Amounts for the seller's goods beside their prices. */
  charges: chargesField,
  seller_order_id: z.string(),
  /** From 1 in the order of first lines. */
  number: whole,
  state: z.enum(SELLER_ORDER_STATES),
  ship_by: dayOrNull,
  confirmed_at: time,
  shipped_at: time,
  delivered_at: time,
  ended_at: time,
  cancel_requested_at: time,
  cancel_note: z.string().nullable(),
  /** Which units the buyer asks to cancel; null for all that are not sent. */
  cancel_lines: z.array(z.object({ line_number: whole, quantity: whole })).nullable(),
  /** Of the seller order: every change takes it, and raises it. */
  revision: whole,
  /** Dollars. */
  goods: z.number(),
  /** Of which for cancelled units, and for units that came back. */
  cancelled_goods: z.number(),
  returned_goods: z.number(),
}

/** A seller order as its seller and admins see it. */
export const fullSellerOrderSchema = sellerOrderSchema.extend({
  ...sellerOrderFields,
  /** Whether the marketplace has stopped the order, so that nothing may be accepted or sent. */
  is_stopped: z.boolean(),
  /** Why what is left is not to be sent now: refunded, so that it is not to be sent at all, or disputed. */
  hold: z.enum(SELLER_ORDER_HOLDS).nullable(),
  /** The address before the buyer changed it. */
  previous_address: orderSchema.shape.shipping_address.nullable(),
  lines: z.array(orderLineSchema.extend(lineCountFields)),
  /** Absent when the order is paid outside the marketplace. */
  payment: sellerPaymentSchema.optional(),
  shipments: z.array(shipmentSchema),
  /** First ones first. */
  returns: z.array(fullReturnSchema),
})
export type FullSellerOrder = z.infer<typeof fullSellerOrderSchema>

const countsSchema = z.object({ accept: whole, send: whole, sent: whole, done: whole, returns: whole, problem: whole })
/** How many seller orders each view has; 1,000 stands for that many or more. */
export type ViewCounts = z.infer<typeof countsSchema>

export const fullSellerOrderPageSchema = z.object({
  orders: z.array(fullSellerOrderSchema),
  ...pageFields,
  total_is_exact: z.boolean().optional(),
  counts: countsSchema,
})
export type FullSellerOrderPage = z.infer<typeof fullSellerOrderPageSchema>

export const sellerViewQuerySchema = listQuerySchema.extend({
  /** The state of the seller order. */
  state: z.enum(SELLER_ORDER_STATES).optional(),
  view: z.enum(SELLER_ORDER_VIEWS).optional(),
  ...sortFields(SELLER_ORDER_SORTS),
})
export type SellerViewQuery = z.infer<typeof sellerViewQuerySchema>
export const sellerExportQuerySchema = sellerViewQuerySchema.pick({ q: true, state: true, view: true })
export type SellerExportQuery = z.infer<typeof sellerExportQuerySchema>

const eventSchema = z.object({
  event_number: whole,
  kind: z.enum(ORDER_EVENT_KINDS),
  at: z.string(),
  by_role: z.enum(ORDER_EVENT_ROLES),
  /** Null when it concerns the whole order. */
  seller_order_number: whole.nullable(),
  facts: z.record(z.string(), z.unknown()),
})
export type OrderEvent = z.infer<typeof eventSchema>

/** A seller order as the order's buyer sees it. */
export const buyerSellerOrderSchema = z.object({
  ...sellerOrderFields,
  seller: z.object({ name: z.string(), handle: z.string().nullable(), is_suspended: z.boolean() }),
  /** The seller as of the order, whatever became of it: for receipts. */
  sold_by: declaredSchema,
  /** At once; otherwise perhaps on request. */
  can_cancel: z.boolean(),
  can_ask_to_cancel: z.boolean(),
  can_change_address: z.boolean(),
  shipping_address: orderSchema.shape.shipping_address,
  lines: z.array(
    z.object({
      ...lineCountFields,
      quantity: whole,
      /** How many units the buyer can ask to return now. */
      returnable: whole,
    }),
  ),
  shipments: z.array(shipmentSchema),
  /** First ones first. */
  returns: z.array(buyerReturnSchema),
  /** Until when returns can be asked for; null while something has not come, and where buyers cannot ask. */
  return_until: time,
})
export type BuyerSellerOrder = z.infer<typeof buyerSellerOrderSchema>

/** An order with what its sellers do, for its buyer and admins. */
export const trackedOrderSchema = orderSchema.extend({
  seller_orders: z.array(buyerSellerOrderSchema),
  events: z.array(eventSchema),
  /** Absent when it is paid outside the marketplace. */
  payment: buyerPaymentSchema.optional(),
})
export type TrackedOrder = z.infer<typeof trackedOrderSchema>

/** The seller orders of an order, for admins. */
export const adminSellerOrdersSchema = z.object({
  seller_orders: z.array(
    fullSellerOrderSchema.extend({ seller_id: z.string(), seller_name: z.string(), seller_suspended: z.boolean() }),
  ),
  /** All units that are neither sent nor cancelled, and the dollars that go back, or are not taken, when they are cancelled. */
  unsent: z.object({ units: whole, refund: z.number() }),
  events: z.array(eventSchema),
})
export type AdminSellerOrders = z.infer<typeof adminSellerOrdersSchema>

const note = singleLineText(MAX_NOTE_LENGTH)
  .transform((text) => text.trim() || undefined)
  .optional()

/** The seller order's revision that the page showed: when it has another one by now, nothing is changed. */
const revision = positive
export const revisionSchema = z.object({ revision })

/** Each line once. */
const someLines = z
  .array(lineUnitsSchema)
  .min(1)
  .max(MAX_LINES)
  .refine((lines) => new Set(lines.map((line) => line.line_number)).size === lines.length, 'names a line twice')

const text60 = singleLineText(60).transform((text) => text.trim())
/** A day of this century. */
const day = z.iso.date().refine((text) => text.startsWith('20'), fulfilmentMessages.wrongDay)
const trackingFields = {
  tracking_number: text60.transform((text) => text || null).nullish(),
  tracking_url: singleLineText(500)
    .refine((text) => text === '' || isHttps(text), fulfilmentMessages.httpsOnly)
    .transform((text) => text || null)
    .nullish(),
  expected_on: day.nullish(),
}
/** Any text; those with a known tracking page are in the description. */
const carrier = nameText(60)
  .transform((text) => text.trim())
  .refine((text) => text.length > 0, fulfilmentMessages.carrierNeeded)
  .describe(`Known ones, whose shipments have a link: ${CARRIERS.join(', ')}`)

export const sendSchema = z.object({
  revision,
  /** The same again is the same shipment. */
  request_id: z.uuid(),
  carrier,
  ...trackingFields,
  lines: someLines,
})
export type Send = z.infer<typeof sendSchema>

export const changeShipmentSchema = z.object({
  revision,
  carrier: carrier.optional(),
  ...trackingFields,
  /** A lost one is `resent` when its units are to be sent again, and `refunded` when their money goes back. */
  state: z.enum(['delivered', 'lost', 'resent', 'refunded', 'voided']).optional(),
  /** The day of `delivered`; today without one. */
  delivered_on: day.optional(),
})
export type ChangeShipment = z.infer<typeof changeShipmentSchema>

export const cancelSchema = z.object({ revision, lines: someLines, reason: z.enum(CANCEL_REASONS), note })
export type Cancel = z.infer<typeof cancelSchema>

export const cancelAnswerSchema = z
  .object({ revision, accept: z.boolean(), note })
  .refine(({ accept, note: reason }) => accept || reason !== undefined, {
    error: fulfilmentMessages.declineReasonNeeded,
    path: ['note'],
  })
export type CancelAnswer = z.infer<typeof cancelAnswerSchema>

export const buyerCancelSchema = z.object({
  revision,
  /** All that is not sent by default. */
  lines: someLines.optional(),
  note,
})
export type BuyerCancel = z.infer<typeof buyerCancelSchema>

export const changeAddressSchema = addedAddressSchema.safeExtend({ revision })
export type ChangeAddress = z.infer<typeof changeAddressSchema>

const orderId = z.string().max(20)
export const confirmManySchema = z.object({
  orders: z
    .array(z.object({ order_id: orderId, revision }))
    .min(1)
    .max(MAX_BULK_ORDERS),
})
export const sendManySchema = z.object({
  /** Without lines: all units that are left. */
  shipments: z
    .array(sendSchema.extend({ order_id: orderId, lines: someLines.optional() }))
    .min(1)
    .max(MAX_BULK_ORDERS),
})

/** What became of each order of a call for several, in their order: the seller order as it is now, or why nothing was done. */
export const bulkResultSchema = z.object({
  results: z.array(
    z.object({
      order_id: z.string(),
      status: whole,
      order: fullSellerOrderSchema.optional(),
      error: z
        .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
        .optional(),
    }),
  ),
})
export type BulkResult = z.infer<typeof bulkResultSchema>
