import type { ReportedState } from './dispute-queries.ts'
import type { Gate } from './provider-gate.ts'
import type { Stripe } from './stripe/client.ts'
import { isStripeError, type OpenStripe } from './stripe/library.ts'

export interface RefundOutcome {
  ref: string
  /** Undefined when the refund was not requested here. */
  refundId: string | undefined
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed'
  failure: string | null
}

export interface RefundRefused {
  ref: null
  state: 'failed'
  failure: string
}

export function createRefunds(openStripe: OpenStripe, call: Gate) {
  /** Sends a refund, once per id; a repeat returns its current state. Throws when the outcome is unknown. */
  async function refund(request: {
    refundId: string
    ref: string
    amountCents: number
  }): Promise<RefundOutcome | RefundRefused> {
    try {
      const made = await call(async () =>
        (await openStripe()).refunds.create(
          { payment_intent: request.ref, amount: request.amountCents, metadata: { refund_id: request.refundId } },
          { idempotencyKey: request.refundId },
        ),
      )
      // A repeated key returns the first response, which may be stale.
      return refundOf(await call(async () => (await openStripe()).refunds.retrieve(made.id)))
    } catch (error) {
      // Disputed, or refunded in the provider's dashboard.
      if (isStripeError(error, 'StripeInvalidRequestError') && error.statusCode === 400)
        return { ref: null, state: 'failed', failure: (error.code ?? 'refused').slice(0, 100) }
      throw error
    }
  }

  /** Returns the newest 100 refunds of a payment. Throws when the provider cannot be reached. */
  async function listRefunds(ref: string): Promise<RefundOutcome[]> {
    const { data } = await call(async () => (await openStripe()).refunds.list({ payment_intent: ref, limit: 100 }))
    return data.map(refundOf)
  }

  /** Returns all refunds since a time. Throws when the provider cannot be reached. */
  async function listRecentRefunds(since: Date): Promise<ReportedState[]> {
    const found: ReportedState[] = []
    for await (const refund of (await openStripe()).refunds.list({
      created: { gte: unixSeconds(since) },
      limit: 100,
    })) {
      const payment_ref = refOf(refund.payment_intent)
      if (payment_ref) found.push({ ref: refund.id, payment_ref, state: refundOf(refund).state })
    }
    return found
  }

  return { refund, listRefunds, listRecentRefunds }
}

function refundOf({ id, status, failure_reason, amount, metadata }: Stripe.Refund): RefundOutcome {
  const state = status === 'succeeded' ? status : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
  const failure = failure_reason?.slice(0, 100) ?? null
  return { ref: id, refundId: metadata?.refund_id, amountCents: amount, state, failure }
}

/** Returns the id of an object that may be expanded. */
export const refOf = (ref: string | { id: string } | null): string | undefined =>
  typeof ref === 'string' ? ref : ref?.id

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)
