import type { ReportedState } from './dispute-queries.ts'
import type { Ask } from './provider-gate.ts'
import type { RefundReport } from './refund-queries.ts'
import type { Stripe } from './stripe/client.ts'
import { isStripeError, type OpenStripe } from './stripe/library.ts'

export interface RefundOutcome extends RefundReport {
  ref: string
  /** Undefined when the refund was not requested here. */
  refundId: string | undefined
  amountCents: number
}

export function createRefunds(openStripe: OpenStripe, ask: Ask) {
  return {
    /** Sends a refund, once per id; a repeat returns its current state. Throws when the outcome is unknown. */
    async refund(request: { refundId: string; ref: string; amountCents: number }): Promise<RefundReport> {
      const { refundId, ref, amountCents } = request
      const wanted = { payment_intent: ref, amount: amountCents, metadata: { refund_id: refundId } }
      try {
        const made = await ask(({ refunds }) => refunds.create(wanted, { idempotencyKey: refundId }))
        // A repeated key returns the first response, which may be stale.
        return refundOf(await ask(({ refunds }) => refunds.retrieve(made.id)))
      } catch (error) {
        // Disputed, or refunded in the provider's dashboard.
        if (isStripeError(error, 'StripeInvalidRequestError') && error.statusCode === 400)
          return { ref: null, state: 'failed', failure: (error.code ?? 'refused').slice(0, 100) }
        throw error
      }
    },

    /** Returns the newest 100 refunds of a payment. Throws when the provider cannot be reached. */
    async listRefunds(ref: string): Promise<RefundOutcome[]> {
      const { data } = await ask(({ refunds }) => refunds.list({ payment_intent: ref, limit: 100 }))
      return data.map(refundOf)
    },

    /** Returns all refunds since a time. Throws when the provider cannot be reached. */
    async listRecentRefunds(since: Date): Promise<ReportedState[]> {
      const { refunds } = await openStripe()
      return reported(refunds.list(allSince(since)), (refund) => refundOf(refund).state)
    },
  }
}

/** Returns the parameters of a list of all objects since a time. */
export const allSince = (time: Date) => ({ created: { gte: Math.floor(time.getTime() / 1000) }, limit: 100 })

/** Returns the states of those refunds or disputes of a list that are of a payment. */
export async function reported<Row extends Stripe.Refund | Stripe.Dispute>(
  rows: AsyncIterable<Row>,
  stateOf: (row: Row) => string,
): Promise<ReportedState[]> {
  const found: ReportedState[] = []
  for await (const row of rows) {
    const { id: ref, payment_intent: of } = row
    const payment_ref = typeof of === 'string' ? of : of?.id
    if (payment_ref) found.push({ ref, payment_ref, state: stateOf(row) })
  }
  return found
}

function refundOf({ id, status, failure_reason, amount, metadata }: Stripe.Refund): RefundOutcome {
  const state = status === 'succeeded' ? status : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
  const failure = failure_reason?.slice(0, 100) ?? null
  return { ref: id, refundId: metadata?.refund_id, amountCents: amount, state, failure }
}
