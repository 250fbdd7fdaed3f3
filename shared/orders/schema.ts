import { z } from 'zod'
import { singleLineText } from '../kernel/text.ts'
import { MAX_SHIPPING_FIELD_LENGTH, ORDER_ID_PATTERN, ORDER_STATES, PAYMENT_METHODS } from './constants.ts'

export const orderIdSchema = z.string().regex(ORDER_ID_PATTERN, 'must be an order id')

const shippingField = singleLineText(MAX_SHIPPING_FIELD_LENGTH).default('')
export const shippingInfoSchema = z.object({
  fullName: shippingField,
  address: shippingField,
  city: shippingField,
  postalCode: shippingField,
  country: shippingField,
})
export type ShippingInfo = z.infer<typeof shippingInfoSchema>

/** All a buyer may say about an order; price, total, number, buyer and state are the server's. */
export const placeOrderSchema = z.object({
  shipping_address: shippingInfoSchema,
  payment_method: z.enum(PAYMENT_METHODS),
})
export type PlaceOrder = z.infer<typeof placeOrderSchema>

/** 1–255 visible ASCII characters. */
export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible characters')

export const orderLineSchema = z.object({
  product_id: z.string(),
  product_name: z.string(),
  /** Dollars, as paid. */
  unit_price: z.number(),
  quantity: z.number().int(),
  featured_image: z.string(),
})
export type OrderLine = z.infer<typeof orderLineSchema>

const orderSummarySchema = z.object({
  order_id: z.string(),
  created_at: z.string(),
  /** Dollars. */
  total_count: z.number(),
  order_state: z.enum(ORDER_STATES),
})
export type OrderSummary = z.infer<typeof orderSummarySchema>

export const orderSchema = orderSummarySchema.extend({
  /** Distinct product ids. */
  products_id: z.array(z.string()),
  buyer_id: z.string(),
  shipping_address: shippingInfoSchema,
  payment_method: z.enum(PAYMENT_METHODS),
  lines: z.array(orderLineSchema),
})
export type Order = z.infer<typeof orderSchema>

export const orderListSchema = z.object({
  /** The newest, at most `MAX_ORDERS_LISTED`. */
  orders: z.array(orderSummarySchema),
  /** Of all orders, also those that are not listed. */
  order_count: z.number().int(),
  /** Dollars for all orders. */
  total_spend: z.number(),
})
export type OrderList = z.infer<typeof orderListSchema>
