import { z } from 'zod'
import { listQuerySchema, listSearchSchema, matchFields, pageFields, sortFields } from '../kernel/list-schema.ts'
import { isAmount } from '../kernel/money.ts'
import { multiLineText, optionalText, singleLineText } from '../kernel/text.ts'
import {
  ADMIN_REFUND_REASONS,
  DISPUTE_STATES,
  EVENT_OUTCOMES,
  MAX_BANK_REFERENCE_LENGTH,
  MAX_DISPUTE_ANSWER_LENGTH,
  MAX_REFUND_NOTE_LENGTH,
  PAYMENT_METHODS,
  PAYMENT_SORTS,
  PAYMENT_STATES,
  REFUND_REASONS,
  REFUND_STATES,
  SUMMED_PAYMENT_STATES,
} from './constants.ts'

/** Represents a card or other payment method, without its number or address. */
export const paymentTokenSchema = z.string().regex(/^[A-Za-z0-9_]{1,255}$/, 'must be 1 to 255 letters, digits, or _')

/** The remaining step of a payment: a redirect, a step on the checkout page, or waiting. */
const nextStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('client'), client_secret: z.string() }),
  z.object({ kind: z.literal('wait') }),
])

/** The response to an order that is not paid yet. */
export const payingSchema = z.object({
  checkout_id: z.string(),
  checkout_state: z.literal('paying'),
  next: nextStepSchema,
})
export type Paying = z.infer<typeof payingSchema>

export const payCheckoutSchema = z.object({ payment_token: paymentTokenSchema.optional() }).optional()

/** The payment of an order, in dollars; absent for orders paid outside the marketplace. */
export const orderPaymentSchema = z.object({
  payment_state: z.enum(PAYMENT_STATES),
  /** The text that pages show. */
  label: z.string(),
  amount: z.number(),
  /** The part of it that was captured. */
  captured: z.number(),
  refunded: z.number(),
  /** True when no real money moves. */
  sandbox: z.boolean(),
  /** The brand of the card, in the provider's word, and its last digits; null for other methods, and before it is charged. */
  card_brand: z.string().nullable(),
  card_last4: z.string().nullable(),
})
export type OrderPayment = z.infer<typeof orderPaymentSchema>

export const sellerPaymentSchema = orderPaymentSchema.pick({ payment_state: true, label: true })

const transferSchema = z.object({
  /** The account, in the operator's words. */
  details: z.string(),
  reference: z.string(),
  /** Outstanding dollars. */
  amount_left: z.number(),
  /** After this time the order is cancelled. */
  pay_by: z.string(),
})
export const buyerPaymentSchema = orderPaymentSchema.extend({ transfer: transferSchema.optional() })

/** `q` is the id of the order, the payment or the buyer, or the provider's reference. */
const stateFilter = { state: z.enum(PAYMENT_STATES).optional() }
export const adminPaymentsQuerySchema = listQuerySchema.extend({ ...stateFilter, ...sortFields(PAYMENT_SORTS) })
export type AdminPaymentsQuery = z.infer<typeof adminPaymentsQuerySchema>
export const adminPaymentsExportSchema = listSearchSchema.extend(stateFilter)
export type AdminPaymentsExport = z.infer<typeof adminPaymentsExportSchema>

/** A payment in the admins' list, in dollars. */
const adminPaymentRowSchema = orderPaymentSchema.extend({
  payment_id: z.string(),
  /** Null before the order is placed, and for late payments. */
  order_id: z.string().nullable(),
  buyer_id: z.string(),
  /** The buyer's display name, else email address. */
  buyer_name: z.string(),
  payment_method: z.enum(PAYMENT_METHODS),
  /** The excess of bank transfers, to be returned by hand. */
  surplus: z.number(),
  /** Open or lost disputes. */
  disputed: z.number(),
  created_at: z.string(),
})
export type AdminPaymentRow = z.infer<typeof adminPaymentRowSchema>
export const adminPaymentPageSchema = z.object({
  payments: z.array(adminPaymentRowSchema),
  /** Dollars not refunded or released, by state; `is_exact` is false where only the first of many payments were added. */
  sums: z.array(z.object({ payment_state: z.enum(SUMMED_PAYMENT_STATES), amount: z.number(), is_exact: z.boolean() })),
  ...pageFields,
  ...matchFields,
})
export type AdminPaymentPage = z.infer<typeof adminPaymentPageSchema>

const refundSchema = z.object({
  refund_id: z.string(),
  amount: z.number(),
  /** Dollars of it for the delivery; absent for nothing. */
  delivery: z.number().optional(),
  reason: z.enum(REFUND_REASONS),
  note: z.string().nullable(),
  refund_state: z.enum(REFUND_STATES),
  /** Null for the whole order, or before it is assigned. */
  seller_id: z.string().nullable(),
  failure: z.string().nullable(),
  /** True for a refund that an admin has to make by hand. */
  by_hand: z.boolean(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type AdminRefund = z.infer<typeof refundSchema>

const releaseSchema = z.object({
  release_id: z.string(),
  amount: z.number(),
  /** Dollars of it for the delivery; absent for nothing. */
  delivery: z.number().optional(),
  reason: z.enum(ADMIN_REFUND_REASONS),
  note: z.string().nullable(),
  seller_id: z.string(),
  created_at: z.string(),
})

const disputeSchema = z.object({
  dispute_number: z.number().int(),
  provider_ref: z.string(),
  amount: z.number(),
  /** The provider's fee. */
  fee: z.number(),
  /** The provider's code. */
  reason: z.string(),
  dispute_state: z.enum(DISPUTE_STATES),
  answer_by: z.string().nullable(),
  answered_at: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type AdminDispute = z.infer<typeof disputeSchema>

export const adminPaymentSchema = adminPaymentRowSchema.extend({
  provider_ref: z.string().nullable(),
  decline_code: z.string().nullable(),
  attempts: z.number().int(),
  paid_at: z.string().nullable(),
  pay_by: z.string().nullable(),
  /** Dollars that a bank transfer has yet to bring, without what is cancelled. */
  awaited: z.number(),
  /** Dollars that can still be refunded or, if authorised, captured. */
  refundable: z.number(),
  /** Authorised or awaited dollars that will not be taken. */
  released: z.number(),
  /** Amounts that admins decided not to capture. */
  releases: z.array(releaseSchema),
  /** The order's sellers; `left` is neither refunded nor released yet, and limits a refund. Its part of the delivery is absent for 0. */
  sellers: z.array(
    z.object({ seller_id: z.string(), name: z.string(), left: z.number(), delivery_left: z.number().optional() }),
  ),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  receipts: z.array(
    z.object({ amount: z.number(), received_on: z.string(), reference: z.string().nullable(), created_at: z.string() }),
  ),
  events: z.array(
    z.object({
      event_id: z.string(),
      event_type: z.string(),
      received_at: z.string(),
      times_received: z.number().int(),
      outcome: z.enum(EVENT_OUTCOMES).nullable(),
      failure: z.string().nullable(),
    }),
  ),
})
export type AdminPayment = z.infer<typeof adminPaymentSchema>

/** Dollars. */
export const amountField = z
  .number()
  .nonnegative()
  .max(9_999_999_999.99)
  .refine(isAmount, 'must be an amount in dollars')
export const positiveAmount = amountField.positive()

const uuid = z.uuid().toLowerCase()

export const refundPaymentSchema = z.object({
  /** Repeating it repeats the same refund. */
  refund_id: uuid,
  amount: positiveAmount,
  /** If absent, the refund is split among the sellers by what is left of each. */
  seller_id: uuid.optional(),
  /** Dollars of the amount that are for the delivery. If absent, the goods are refunded first. */
  delivery: amountField.optional(),
  reason: z.enum(ADMIN_REFUND_REASONS),
  note: optionalText(MAX_REFUND_NOTE_LENGTH),
})
export type RefundPayment = z.infer<typeof refundPaymentSchema>

export const receiveTransferSchema = z.object({
  /** Repeating it changes nothing. */
  receipt_id: uuid.optional(),
  /** The number of receipts that the admin has seen; refused if there are others. */
  seen: z.number().int().nonnegative().optional(),
  amount: positiveAmount,
  /** The day of receipt. */
  at: z.iso.date().refine((text) => text.startsWith('20'), 'must be a day of this century'),
  reference: optionalText(MAX_BANK_REFERENCE_LENGTH),
})
export type ReceiveTransfer = z.infer<typeof receiveTransferSchema>

/** The dollars sent back of a surplus; without a body all of it. */
export const returnSurplusSchema = z.object({ amount: positiveAmount }).nullish()

/** Either a text for the bank, which can be sent once, or acceptance, which loses the dispute. */
export const answerDisputeSchema = z
  .object({
    text: multiLineText(MAX_DISPUTE_ANSWER_LENGTH)
      .refine((text) => text.trim() !== '', 'must not be empty')
      .optional(),
    accept: z.literal(true).optional(),
  })
  .refine(({ text, accept }) => (text === undefined) !== (accept === undefined), 'must have either text or accept')
export type AnswerDispute = z.infer<typeof answerDisputeSchema>
export const disputeParamsSchema = z.object({ dispute_number: z.string() })
export const assignRefundSchema = z.object({ seller_id: uuid })

export const paymentParamsSchema = z.object({ payment_id: z.string() })
export const refundParamsSchema = z.object({ refund_id: z.string() })
export const paymentEventParamsSchema = z.object({ event_id: singleLineText(255) })

export interface SitePayments {
  provider: 'sandbox' | 'stripe'
  /** True when no real money moves. */
  isTest: boolean
  takesTransfers: boolean
  stripeKey?: string
}

export const paymentTestSchema = z.object({ outcome: z.enum(['accepted', 'refused', 'no_answer']) })
export type PaymentTest = z.infer<typeof paymentTestSchema>
