import { z } from 'zod'
import { reasonField } from '../audit/schema.ts'
import { choicesField, deliveriesField } from '../delivery/schema.ts'
import {
  filterDay,
  filterText,
  listQuerySchema,
  listSearchSchema,
  pageFields,
  sortFields,
} from '../kernel/list-schema.ts'
import { isAmount } from '../kernel/money.ts'
import { nameText, singleLineText } from '../kernel/text.ts'
import { PAYMENT_METHODS } from '../payments/constants.ts'
import { orderPaymentSchema, paymentTokenSchema } from '../payments/schema.ts'
import type { ChargeKind, PaidCharge } from '../pricing/charges.ts'
import {
  ADMIN_ORDER_SORTS,
  MAX_SHIPPING_FIELD_LENGTH,
  ORDER_ID_PATTERN,
  ORDER_PROBLEMS,
  ORDER_STATES,
  STATE_SOURCES,
} from './constants.ts'
import { orderMessages } from './messages.ts'
import { hasAddress } from './rules.ts'

export const orderIdSchema = z.string().regex(ORDER_ID_PATTERN, 'must be an order id')

const shippingField = singleLineText(MAX_SHIPPING_FIELD_LENGTH).default('')
const shippingInfoSchema = z.object({
  fullName: nameText(MAX_SHIPPING_FIELD_LENGTH).default(''),
  address: shippingField,
  city: shippingField,
  postalCode: shippingField,
  country: shippingField,
})
export type ShippingInfo = z.infer<typeof shippingInfoSchema>

/** The address of the buyer's last order that has one. */
export const lastAddressSchema = z.object({ shipping_address: shippingInfoSchema.nullable() })
export type LastAddress = z.infer<typeof lastAddressSchema>

export const addedAddressSchema = shippingInfoSchema.refine(hasAddress, {
  error: () => orderMessages.addressNeeded,
  path: ['address'],
})

/** The fields that a buyer sends; the server sets all others. */
export const placeOrderSchema = z.object({
  shipping_address: shippingInfoSchema,
  payment_method: z.enum(PAYMENT_METHODS),
  /** The total that the page showed, in dollars; the order is refused if it has changed. */
  expected_total: z.number().min(0).refine(isAmount, 'must be an amount in dollars').optional(),
  /** Represents the card or other payment method; ignored without payments. */
  payment_token: paymentTokenSchema.optional(),
  /** The chosen methods; a seller's first one without a choice. */
  delivery: choicesField.optional(),
})
export type PlaceOrder = z.infer<typeof placeOrderSchema>

/** Details of `total_changed`: the current prices, in dollars. */
export type ChangedTotal = {
  total: number
  lines: { product_id: string; product_name: string; product_price: number; quantity: number }[]
  /** Absent without any. */
  charges?: PaidCharge[]
}

export const checkoutFormSchema = shippingInfoSchema.extend(placeOrderSchema.pick({ payment_method: true }).shape)

/** 1–255 visible ASCII characters. */
export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible characters')

/** A line of an order, with the product's current picture. */
export const orderLineSchema = z.object({
  product_id: z.string(),
  product_name: z.string(),
  /** Dollars, as paid. */
  unit_price: z.number(),
  quantity: z.number().int(),
  featured_image: z.string(),
})
export type OrderLine = z.infer<typeof orderLineSchema>

const chargeSchema: z.ZodType<PaidCharge> = z.object({
  seller_id: z.string(),
  kind: z.string<ChargeKind>(),
  /** Dollars. */
  amount: z.number(),
})
export const chargesField = z.array(chargeSchema)

/** All fields of an order, from which the schemas below pick. */
export const orderSchema = z.object({
  order_id: z.string(),
  created_at: z.string(),
  /** Dollars. */
  total_count: z.number(),
  order_state: z.enum(ORDER_STATES),
  /** Distinct product ids. */
  products_id: z.array(z.string()),
  buyer_id: z.string(),
  shipping_address: shippingInfoSchema,
  payment_method: z.enum(PAYMENT_METHODS),
  lines: z.array(orderLineSchema),
  charges: chargesField,
  ...deliveriesField,
  /** The versions of the pages that the checkout named; absent without any. */
  agreed: z.object({ terms: z.number().int().nullable(), privacy: z.number().int().nullable() }).optional(),
})
export type Order = z.infer<typeof orderSchema>

export const orderRowSchema = orderSchema.omit({ lines: true, charges: true, deliveries: true, agreed: true })
export type OrderRow = z.infer<typeof orderRowSchema>

export const orderSummarySchema = orderSchema
  .pick({ order_id: true, created_at: true, total_count: true, order_state: true })
  .extend({
    /** Current pictures of its first products, at most `MAX_ORDER_PICTURES`. */
    pictures: z.array(z.string()),
    /** One package per seller, except sellers who have cancelled everything. */
    packages: z.object({ sent: z.number().int(), total: z.number().int() }),
    /** Absent when it is paid outside the marketplace. */
    payment: orderPaymentSchema.optional(),
  })
export type OrderSummary = z.infer<typeof orderSummarySchema>

export const orderListSchema = z.object({
  /** The newest, at most `MAX_ORDERS_LISTED`. */
  orders: z.array(orderSummarySchema),
  /** Counts all orders, listed or not. */
  order_count: z.number().int(),
  /** Dollars of all orders. */
  total_spend: z.number(),
  /** The part of it for cancelled and returned orders and units. */
  reversed_spend: z.number(),
})
export type OrderList = z.infer<typeof orderListSchema>

const listedRowSchema = orderRowSchema.omit({ products_id: true, shipping_address: true, payment_method: true })

/** An order in the admins' list, with the names of its buyer and sellers. */
const listedAdminOrderSchema = listedRowSchema.extend({
  /** The buyer's display name, else email address. */
  buyer_name: z.string(),
  /** The names of the order's sellers. */
  sellers: z.array(z.string()),
  /** Absent for orders without a payment. */
  payment: orderPaymentSchema.optional(),
})
export type ListedAdminOrder = z.infer<typeof listedAdminOrderSchema>

export const adminOrderPageSchema = z.object({
  orders: z.array(listedAdminOrderSchema),
  ...pageFields,
  /** In filtered or sorted lists: false if there are more matches than `total`. */
  total_is_exact: z.boolean().optional(),
})
export type AdminOrderPage = z.infer<typeof adminOrderPageSchema>

const orderChangeSchema = z.object({
  admin_id: z.string(),
  /** The admin's display name, else email address. */
  admin_name: z.string(),
  created_at: z.string(),
  from: z.enum(ORDER_STATES),
  to: z.enum(ORDER_STATES),
  reason: z.string().nullable(),
})
export type OrderChange = z.infer<typeof orderChangeSchema>

const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'must be an amount in dollars')
  .optional()

/** Filters of the admins' list of orders, combined by `and`. */
const orderFilterSchema = z.object({
  /** Part of the buyer's name or email address, or the beginning of the id. */
  buyer: filterText,
  state: z.enum(ORDER_STATES).optional(),
  /** First and last day, in the marketplace's time zone. */
  from: filterDay,
  to: filterDay,
  /** Lowest and highest total, in dollars. */
  min: amount,
  max: amount,
  problem: z.enum(ORDER_PROBLEMS).optional(),
})
export type OrderFilters = z.infer<typeof orderFilterSchema>

export const adminOrdersQuerySchema = listQuerySchema.extend({
  ...orderFilterSchema.shape,
  ...sortFields(ADMIN_ORDER_SORTS),
})
export type AdminOrdersQuery = z.infer<typeof adminOrdersQuerySchema>
export const adminOrdersExportSchema = listSearchSchema.extend(orderFilterSchema.shape)

export const adminOrderSchema = orderSchema.extend({
  buyer: z.object({
    /** Display name, else email address, else `User`. */
    name: z.string(),
    email: z.string().nullable(),
  }),
  lines: z.array(orderLineSchema.extend({ seller_id: z.string(), seller_name: z.string() })),
  history: z.array(orderChangeSchema),
  state_source: z.enum(STATE_SOURCES),
  /** The state derived from the seller orders. */
  derived_state: z.enum(ORDER_STATES),
  /** Absent when it is paid outside the marketplace. */
  payment: orderPaymentSchema.optional(),
})
export type AdminOrder = z.infer<typeof adminOrderSchema>

export const changeOrderStateSchema = z.object({
  order_state: z.enum(ORDER_STATES),
  /** The state the admin saw; refused if it has changed. */
  from: z.enum(ORDER_STATES).optional(),
  reason: reasonField,
})
export type ChangeOrderState = z.infer<typeof changeOrderStateSchema>
