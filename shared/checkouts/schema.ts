import { z } from 'zod'
import { deliveriesField } from '../delivery/schema.ts'
import { chargesField, orderLineSchema } from '../orders/schema.ts'
import { PAYMENT_STATES } from '../payments/constants.ts'
import { CHECKOUT_STATES } from '../stock/constants.ts'

/** An attempt of a buyer to buy the cart as it was at one moment. */
export const checkoutSchema = z.object({
  checkout_id: z.string(),
  checkout_state: z.enum(CHECKOUT_STATES),
  /** Dollars. */
  total_count: z.number(),
  lines: z.array(orderLineSchema.omit({ featured_image: true })),
  charges: chargesField,
  ...deliveriesField,
  expires_at: z.string(),
  /** Absent without payments, and before the first attempt. */
  payment_state: z.enum(PAYMENT_STATES).optional(),
  /** The decline reason of the last attempt. */
  decline_reason: z.string().optional(),
  /** Set once it is placed. */
  order_id: z.string().optional(),
})
export type Checkout = z.infer<typeof checkoutSchema>

export const checkoutParamsSchema = z.object({ checkout_id: z.string() })
