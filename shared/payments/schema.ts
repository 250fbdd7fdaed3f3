import { z } from 'zod'

/** What stands for the buyer's means of payment; a number or an address never does. */
export const paymentTokenSchema = z.string().regex(/^[A-Za-z0-9_]{1,255}$/, 'must be 1 to 255 letters, digits, or _')

/** What is left to do for a payment: the buyer goes to a page, or everyone waits. */
const nextStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
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

export const stepParamsSchema = z.object({ step_id: z.string() })

/** A page of the sandbox on which the buyer has something to do. */
export const sandboxStepSchema = z.object({
  kind: z.enum(['3ds', 'paypal']),
  state: z.enum(['waiting', 'left', 'approved', 'refused', 'ended']),
  /** Dollars. */
  amount: z.number(),
  return_url: z.string().nullable(),
})
export type SandboxStep = z.infer<typeof sandboxStepSchema>
export const answerStepSchema = z.object({ answer: z.enum(['approve', 'refuse', 'leave']) })
