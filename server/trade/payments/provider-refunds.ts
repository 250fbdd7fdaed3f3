import type { ProviderNews } from './dispute-queries.ts'
import type { Gate } from './provider-gate.ts'
import type { Stripe } from './stripe/client.ts'
import { isStripeError, type OpenStripe } from './stripe/library.ts'

export interface RefundOutcome {
  ref: string
  /** Undefined when it was not requested here. */
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

/** Returns how refunds are made and read at the provider. */
export function createRefunds(openStripe: OpenStripe, call: Gate) {
  /**
   * Gives money back, once for each id; asked again, it returns what has become of that. Throws when that is unknown.
   */
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
      // The response to the key is the first one.
      return refundOf(await call(async () => (await openStripe()).refunds.retrieve(made.id)))
    } catch (error) {
      // Disputed, or refunded at the provider's own dashboard.
      if (isStripeError(error, 'StripeInvalidRequestError') && error.statusCode === 400)
        return { ref: null, state: 'failed', failure: (error.code ?? 'refused').slice(0, 100) }
      throw error
    }
  }

  /** Returns the refunds of a payment, at most 100, newest first. Throws when that is unknown. */
  async function listRefunds(ref: string): Promise<RefundOutcome[]> {
    const { data } = await call(async () => (await openStripe()).refunds.list({ payment_intent: ref, limit: 100 }))
    return data.map(refundOf)
  }

  /** Returns all refunds since a time, page by page. Throws when that is unknown. */
  async function listRecentRefunds(since: Date): Promise<ProviderNews[]> {
    const found: ProviderNews[] = []
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

/** Returns the id of an object that may come whole. */
export const refOf = (ref: string | { id: string } | null): string | undefined =>
  typeof ref === 'string' ? ref : ref?.id

/** Returns a time as Stripe writes it. */
export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)
