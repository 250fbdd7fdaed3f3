import { z } from 'zod'
import { singleLineText } from '../shared/kernel/text.ts'
import { positiveAmount } from '../shared/payments/schema.ts'

/** A payment in the sandbox's tables. */
const sandboxPaymentSchema = z.object({
  intent_id: z.string(),
  /** Null without an order. */
  order_id: z.string().nullable(),
  /** The id of the test payment method. */
  payment_method: z.string().nullable(),
  status: z.string(),
  /** Dollars. */
  amount: z.number(),
  received: z.number(),
  refunded: z.number(),
  created_at: z.string(),
  events: z.number().int(),
  /** Refunds that can still fail. */
  refund_ids: z.array(z.string()),
  dispute: z.object({ dispute_id: z.string(), is_open: z.boolean() }).nullable(),
})
export type SandboxPayment = z.infer<typeof sandboxPaymentSchema>

const sandboxTransferSchema = z.object({
  transfer_number: z.number().int(),
  /** The payment reference, which is the order. */
  reference: z.string(),
  amount: z.number(),
  due_at: z.string(),
  arrived_at: z.string().nullable(),
})
export type SandboxTransfer = z.infer<typeof sandboxTransferSchema>

export const sandboxBooksSchema = z.object({
  payments: z.array(sandboxPaymentSchema),
  transfers: z.array(sandboxTransferSchema),
})
export type SandboxBooks = z.infer<typeof sandboxBooksSchema>

const id = singleLineText(64)

/** Events that an admin can trigger at the provider. */
export const sandboxPlaySchema = z.discriminatedUnion('play', [
  z.object({ play: z.literal('events_again'), intent_id: id }),
  /** Events of the last hour, in reverse order. */
  z.object({ play: z.literal('hour_again') }),
  z.object({ play: z.literal('dispute'), intent_id: id }),
  z.object({ play: z.literal('end_dispute'), dispute_id: id, end: z.enum(['won', 'lost']) }),
  z.object({ play: z.literal('fail_refund'), refund_id: id }),
  z.object({ play: z.literal('refund'), intent_id: id, amount: positiveAmount }),
  z.object({ play: z.literal('transfer'), reference: id, amount: positiveAmount }),
  z.object({ play: z.literal('drop_transfer'), reference: id }),
])
export type SandboxPlayed = z.infer<typeof sandboxPlaySchema>

export const stepParamsSchema = z.object({ step_id: z.string() })

/** A page of the sandbox on which the buyer completes a step. */
export const sandboxStepSchema = z.object({
  kind: z.enum(['3ds', 'paypal']),
  state: z.enum(['waiting', 'left', 'approved', 'refused', 'ended']),
  /** Dollars. */
  amount: z.number(),
  /** Null for other methods, and once the step is answered. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  return_url: z.string().nullable(),
})
export type SandboxStep = z.infer<typeof sandboxStepSchema>
export const answerStepSchema = z.object({ answer: z.enum(['approve', 'refuse', 'leave']) })
