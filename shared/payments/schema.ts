import { z } from 'zod'
import { listQuerySchema, matchFields, pageFields, sortFields } from '../kernel/list-schema.ts'
import { isAmount } from '../kernel/money.ts'
import { multiLineText, singleLineText } from '../kernel/text.ts'
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
} from './constants.ts'

/** What stands for the buyer's means of payment; a number or an address never does. */
export const paymentTokenSchema = z.string().regex(/^[A-Za-z0-9_]{1,255}$/, 'must be 1 to 255 letters, digits, or _')

/** What is left to do for a payment: the buyer goes to a page, the page asks the bank, or everyone waits. */
const nextStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('client'), client_secret: z.string() }),
  z.object({ kind: z.literal('wait') }),
])

/** The response to an order whose payment is not made yet. */
export const payingSchema = z.object({
  checkout_id: z.string(),
  checkout_state: z.literal('paying'),
  next: nextStepSchema,
})
export type Paying = z.infer<typeof payingSchema>

export const payCheckoutSchema = z.object({ payment_token: paymentTokenSchema.optional() }).optional()

/** The payment of an order; amounts in dollars. Orders that are paid outside the marketplace have none. */
export const orderPaymentSchema = z.object({
  payment_state: z.enum(PAYMENT_STATES),
  /** What pages say of it. */
  label: z.string(),
  amount: z.number(),
  refunded: z.number(),
  /** True where no real money moves. */
  sandbox: z.boolean(),
})
export type OrderPayment = z.infer<typeof orderPaymentSchema>

/** What its seller sees of the payment of an order. */
export const sellerPaymentSchema = orderPaymentSchema.pick({ payment_state: true, label: true })

/** What a buyer needs to know to pay by bank transfer. */
const transferSchema = z.object({
  /** The account, in the operator's words. */
  details: z.string(),
  /** What the transfer is to name. */
  reference: z.string(),
  /** Dollars that are still to come. */
  amount_left: z.number(),
  /** After this time the order is cancelled. */
  pay_by: z.string(),
})
export const buyerPaymentSchema = orderPaymentSchema.extend({ transfer: transferSchema.optional() })

/** `q` is the id of the order, of the payment or of the buyer, or the provider's reference. */
export const adminPaymentsQuerySchema = listQuerySchema.extend({
  state: z.enum(PAYMENT_STATES).optional(),
  ...sortFields(PAYMENT_SORTS),
})
export type AdminPaymentsQuery = z.infer<typeof adminPaymentsQuerySchema>

/** A payment in the admins' list. Amounts are in dollars. */
const adminPaymentRowSchema = orderPaymentSchema.extend({
  payment_id: z.string(),
  /** Null while it is not placed, and of money that came too late. */
  order_id: z.string().nullable(),
  buyer_id: z.string(),
  payment_method: z.enum(PAYMENT_METHODS),
  captured: z.number(),
  /** What came by bank transfer beyond the amount, and is to go back by hand. */
  surplus: z.number(),
  /** Of disputes that are open or lost. */
  disputed: z.number(),
  created_at: z.string(),
})
export type AdminPaymentRow = z.infer<typeof adminPaymentRowSchema>
export const adminPaymentPageSchema = z.object({
  payments: z.array(adminPaymentRowSchema),
  ...pageFields,
  ...matchFields,
})
export type AdminPaymentPage = z.infer<typeof adminPaymentPageSchema>

const refundSchema = z.object({
  refund_id: z.string(),
  amount: z.number(),
  reason: z.enum(REFUND_REASONS),
  note: z.string().nullable(),
  refund_state: z.enum(REFUND_STATES),
  /** Null: of the whole order, or not assigned yet. */
  seller_id: z.string().nullable(),
  failure: z.string().nullable(),
  /** Whether an admin sends it back, as no provider can. */
  by_hand: z.boolean(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type AdminRefund = z.infer<typeof refundSchema>

const releaseSchema = z.object({
  release_id: z.string(),
  amount: z.number(),
  reason: z.enum(ADMIN_REFUND_REASONS),
  note: z.string().nullable(),
  seller_id: z.string(),
  created_at: z.string(),
})

const disputeSchema = z.object({
  dispute_number: z.number().int(),
  provider_ref: z.string(),
  amount: z.number(),
  /** What the provider takes for it. */
  fee: z.number(),
  /** The provider's word. */
  reason: z.string(),
  dispute_state: z.enum(DISPUTE_STATES),
  answer_by: z.string().nullable(),
  answered_at: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type AdminDispute = z.infer<typeof disputeSchema>

/** A payment with all that belongs to it, for admins. */
export const adminPaymentSchema = adminPaymentRowSchema.extend({
  provider_ref: z.string().nullable(),
  decline_code: z.string().nullable(),
  attempts: z.number().int(),
  paid_at: z.string().nullable(),
  pay_by: z.string().nullable(),
  buyer_name: z.string(),
  /** Dollars that can still be refunded; of a payment that is reserved, that can still be taken. */
  refundable: z.number(),
  /** Dollars that were reserved and are not taken. */
  released: z.number(),
  /** What admins decided to take less of a payment that was reserved. */
  releases: z.array(releaseSchema),
  /** The sellers of the order, with what is neither refunded nor let go of each: a refund of a seller is at most that. */
  sellers: z.array(z.object({ seller_id: z.string(), name: z.string(), left: z.number() })),
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
export const positiveAmount = z
  .number()
  .positive()
  .max(9_999_999_999.99)
  .refine(isAmount, 'must be an amount in dollars')

export const refundPaymentSchema = z.object({
  /** The same again is the same refund. */
  refund_id: z.uuid(),
  amount: positiveAmount,
  /** Without one it is of the whole order, and split over its sellers by what is left of each. */
  seller_id: z.uuid().optional(),
  reason: z.enum(ADMIN_REFUND_REASONS),
  note: singleLineText(MAX_REFUND_NOTE_LENGTH)
    .transform((text) => text.trim() || undefined)
    .optional(),
})
export type RefundPayment = z.infer<typeof refundPaymentSchema>

export const receiveTransferSchema = z.object({
  amount: positiveAmount,
  /** The day on which it came. */
  at: z.iso.date().refine((text) => text.startsWith('20'), 'must be a day of this century'),
  reference: singleLineText(MAX_BANK_REFERENCE_LENGTH)
    .transform((text) => text.trim() || undefined)
    .optional(),
})
export type ReceiveTransfer = z.infer<typeof receiveTransferSchema>

/** Either a text for the bank, once, or that the dispute is accepted: then it is lost. */
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
export const assignRefundSchema = z.object({ seller_id: z.uuid() })

export const paymentParamsSchema = z.object({ payment_id: z.string() })
export const refundParamsSchema = z.object({ refund_id: z.string() })
export const paymentEventParamsSchema = z.object({ event_id: z.string().max(255) })

/** The settings of payments that pages need. */
export interface SitePayments {
  provider: 'sandbox' | 'stripe'
  /** True where no real money moves. */
  isTest: boolean
  takesTransfers: boolean
  /** Stripe's publishable key. */
  stripeKey?: string
}
