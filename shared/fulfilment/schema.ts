import { z } from 'zod'
import { awningSchema } from '../catalog/schema.ts'
import { declaredSchema } from '../catalog/seller-schema.ts'
import { orderDeliverySchema } from '../delivery/schema.ts'
import { listQuerySchema, pageFields, sortFields } from '../kernel/list-schema.ts'
import { revision } from '../kernel/revision.ts'
import { nameText, optionalText, singleLineText, trimmedText } from '../kernel/text.ts'
import { SELLER_ORDER_SORTS } from '../orders/constants.ts'
import { addedAddressSchema, chargesField, orderLineSchema, orderSchema } from '../orders/schema.ts'
import { buyerPaymentSchema, sellerPaymentSchema } from '../payments/schema.ts'
import {
  CANCEL_REASONS,
  CARRIERS,
  DELIVERED_BY,
  MAX_BULK_ORDERS,
  MAX_NOTE_LENGTH,
  ORDER_EVENT_KINDS,
  ORDER_EVENT_ROLES,
  SELLER_ORDER_HOLDS,
  SELLER_ORDER_STATES,
  SELLER_ORDER_VIEWS,
  SHIPMENT_STATES,
} from './constants.ts'
import { fulfilmentMessages } from './messages.ts'
import {
  addedDeliveryField,
  buyerReturnSchema,
  fullReturnSchema,
  type lineUnitsSchema,
  someLines,
} from './return-schema.ts'
import { isHttps } from './rules.ts'

const time = z.string().nullable()
const dayOrNull = z.string().nullable()
const whole = z.number().int()

export type LineUnits = z.infer<typeof lineUnitsSchema>

const shipmentSchema = z.object({
  shipment_number: whole,
  state: z.enum(SHIPMENT_STATES),
  /** Empty where nothing is handed to a carrier. */
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  /** https: the seller's own link or the carrier's; null without either. */
  tracking_url: z.string().nullable(),
  /** A day, as `2026-11-24`. */
  expected_on: dayOrNull,
  sent_at: z.string(),
  /** When the buyer reported it missing. */
  missing_at: time,
  /** When it was reported lost; the seller has `LOST_DAYS` to decide. */
  lost_at: time,
  delivered_at: time,
  delivered_by: z.enum(DELIVERED_BY).nullable(),
  /** Later than `delivered_at` if that day was backdated. */
  delivery_recorded_at: time,
  lines: z.array(z.object({ line_number: whole, quantity: whole })),
})
export type Shipment = z.infer<typeof shipmentSchema>

const lineCountFields = { line_number: whole, cancelled: whole, sent: whole, returned_units: whole }

/** Fields that all readers of a seller order share. */
const sellerOrderFields = {
  charges: chargesField,
  /** Absent where it is sent for free. */
  delivery: orderDeliverySchema.optional(),
  seller_order_id: z.string(),
  /** From 1, in the order of first lines. */
  number: whole,
  state: z.enum(SELLER_ORDER_STATES),
  ship_by: dayOrNull,
  confirmed_at: time,
  shipped_at: time,
  delivered_at: time,
  ended_at: time,
  cancel_requested_at: time,
  cancel_note: z.string().nullable(),
  /** Units that the buyer wants to cancel; null for all unsent ones. */
  cancel_lines: z.array(z.object({ line_number: whole, quantity: whole })).nullable(),
  /** Every change requires and raises it. */
  revision: whole,
  /** Dollars. */
  goods: z.number(),
  /** Cancelled and returned parts of `goods`. */
  cancelled_goods: z.number(),
  returned_goods: z.number(),
}

const orderFields = orderSchema.pick({ order_id: true, created_at: true, order_state: true, shipping_address: true })
export const fullSellerOrderSchema = orderFields.extend({
  ...sellerOrderFields,
  /** Σ of the lines, in dollars. */
  lines_total: z.number(),
  /** True when an admin has stopped the order, so that nothing may be confirmed or sent. */
  is_stopped: z.boolean(),
  /** Why the rest must not ship now: refunded, or disputed. */
  hold: z.enum(SELLER_ORDER_HOLDS).nullable(),
  /** The address before the buyer changed it. */
  previous_address: orderSchema.shape.shipping_address.nullable(),
  lines: z.array(orderLineSchema.extend(lineCountFields)),
  /** Absent when the order is paid outside the marketplace. */
  payment: sellerPaymentSchema.optional(),
  shipments: z.array(shipmentSchema),
  returns: z.array(fullReturnSchema),
})
export type FullSellerOrder = z.infer<typeof fullSellerOrderSchema>

const countsSchema = z.object({
  accept: whole,
  send: whole,
  sent: whole,
  done: whole,
  /** Absent for sellers without orders to be collected. */
  pickup: whole.optional(),
  returns: whole,
  problem: whole,
})
/** Counts per view; 1,000 stands for that many or more. */
export type ViewCounts = z.infer<typeof countsSchema>

export const fullSellerOrderPageSchema = z.object({
  orders: z.array(fullSellerOrderSchema),
  ...pageFields,
  total_is_exact: z.boolean().optional(),
  counts: countsSchema,
})
export type FullSellerOrderPage = z.infer<typeof fullSellerOrderPageSchema>

export const sellerViewQuerySchema = listQuerySchema.extend({
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
  /** Null for events of the whole order. */
  seller_order_number: whole.nullable(),
  facts: z.record(z.string(), z.unknown()),
})
export type OrderEvent = z.infer<typeof eventSchema>

export const buyerSellerOrderSchema = z.object({
  ...sellerOrderFields,
  /** Handle and awning are null without a page. */
  seller: z.object({
    name: z.string(),
    handle: z.string().nullable(),
    awning: awningSchema.nullable(),
    is_suspended: z.boolean(),
  }),
  /** The seller at the time of the order, for receipts. */
  sold_by: declaredSchema,
  /** True if the buyer can cancel immediately, without a request to the seller. */
  can_cancel: z.boolean(),
  can_ask_to_cancel: z.boolean(),
  can_change_address: z.boolean(),
  shipping_address: orderSchema.shape.shipping_address,
  lines: z.array(
    z.object({
      ...lineCountFields,
      quantity: whole,
      /** Units that can be returned now. */
      returnable: whole,
    }),
  ),
  shipments: z.array(shipmentSchema),
  returns: z.array(buyerReturnSchema),
  /** The last time to request a return; null before everything has arrived, and where returns are off. */
  return_until: time,
})
export type BuyerSellerOrder = z.infer<typeof buyerSellerOrderSchema>

export const trackedOrderSchema = orderSchema.extend({
  seller_orders: z.array(buyerSellerOrderSchema),
  events: z.array(eventSchema),
  /** Absent when it is paid outside the marketplace. */
  payment: buyerPaymentSchema.optional(),
})
export type TrackedOrder = z.infer<typeof trackedOrderSchema>

export const adminSellerOrdersSchema = z.object({
  seller_orders: z.array(
    fullSellerOrderSchema.extend({ seller_id: z.string(), seller_name: z.string(), seller_suspended: z.boolean() }),
  ),
  /** Units neither sent nor cancelled, and the dollars to refund or not to capture if they are cancelled. */
  unsent: z.object({ units: whole, refund: z.number() }),
  events: z.array(eventSchema),
})
export type AdminSellerOrders = z.infer<typeof adminSellerOrdersSchema>

const note = optionalText(MAX_NOTE_LENGTH)

/** Any day of this century. */
const day = z.iso.date().refine((text) => text.startsWith('20'), { error: () => fulfilmentMessages.wrongDay })
const trackingFields = {
  tracking_number: trimmedText(60)
    .transform((text) => text || null)
    .nullish(),
  tracking_url: singleLineText(500)
    .refine((text) => text === '' || isHttps(text), { error: () => fulfilmentMessages.httpsOnly })
    .transform((text) => text || null)
    .nullish(),
  expected_on: day.nullish(),
}
/** Any text; the description lists carriers with known tracking pages. */
const carrier = nameText(60)
  .transform((text) => text.trim())
  .refine((text) => text.length > 0, { error: () => fulfilmentMessages.carrierNeeded })
  .describe(`Known ones, whose shipments have a link: ${CARRIERS.join(', ')}`)

export const sendSchema = z.object({
  revision,
  /** Repeating it repeats the same shipment. */
  request_id: z.uuid(),
  /** Needed unless the goods are collected, or need no delivery. */
  carrier: carrier.optional(),
  ...trackingFields,
  lines: someLines,
})
export type Send = z.infer<typeof sendSchema>

export const changeShipmentSchema = z.object({
  revision,
  carrier: carrier.optional(),
  ...trackingFields,
  /** A lost shipment becomes `resent` to ship its units again, or `refunded`. */
  state: z.enum(['delivered', 'lost', 'resent', 'refunded', 'voided']).optional(),
  /** The day of delivery; today by default. */
  delivered_on: day.optional(),
})
export type ChangeShipment = z.infer<typeof changeShipmentSchema>

export const cancelSchema = z.object({
  revision,
  lines: someLines,
  reason: z.enum(CANCEL_REASONS),
  note,
  ...addedDeliveryField,
})
export type Cancel = z.infer<typeof cancelSchema>

export const cancelAnswerSchema = z
  .object({ revision, accept: z.boolean(), note, ...addedDeliveryField })
  .refine(({ accept, note: reason }) => accept || reason !== undefined, {
    error: () => fulfilmentMessages.declineReasonNeeded,
    path: ['note'],
  })
export type CancelAnswer = z.infer<typeof cancelAnswerSchema>

export const buyerCancelSchema = z.object({
  revision,
  /** All unsent units by default. */
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
  /** All unsent units by default. */
  shipments: z
    .array(sendSchema.extend({ order_id: orderId, lines: someLines.optional() }))
    .min(1)
    .max(MAX_BULK_ORDERS),
})

/** Results of a bulk request in its order: the seller order now, or the refusal. */
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
