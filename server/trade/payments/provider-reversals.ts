import { centsToDecimal } from '../../../shared/kernel/money.ts'
import type { DisputeState } from '../../../shared/payments/constants.ts'
import type { DisputeReport, ReportedState } from './dispute-queries.ts'
import type { CallProvider } from './provider-gate.ts'
import type { RefundReport } from './refund-queries.ts'
import type { Stripe } from './stripe/client.ts'
import { isStripeError, type OpenStripe } from './stripe/library.ts'

export interface RefundOutcome extends RefundReport {
  ref: string
  /** Undefined when the refund was not requested here. */
  refundId: string | undefined
  amountCents: number
}

/** Creates the requests for refunds and disputes. */
export function createReversals(openStripe: OpenStripe, call: CallProvider) {
  /** Returns the newest 100 refunds of a payment. Throws when the provider cannot be reached. */
  async function listRefunds(ref: string): Promise<RefundOutcome[]> {
    const { data } = await call(({ refunds }) => refunds.list({ payment_intent: ref, limit: 100 }))
    return data.map(refundOf)
  }

  return {
    listRefunds,

    /** Sends a refund, once per id; a repeat returns its current state. Throws when the outcome is unknown. */
    async refund(request: { refundId: string; ref: string; amountCents: number }): Promise<RefundReport> {
      const { refundId, ref, amountCents } = request
      // A refund may be pending for days; the provider forgets its idempotency key after one.
      const known = (await listRefunds(ref)).find((one) => one.refundId === refundId)
      if (known) return known
      const wanted = { payment_intent: ref, amount: amountCents, metadata: { refund_id: refundId } }
      try {
        return refundOf(await call(({ refunds }) => refunds.create(wanted, { idempotencyKey: refundId })))
      } catch (error) {
        // Disputed, or refunded in the provider's dashboard.
        if (isStripeError(error, 'StripeInvalidRequestError') && error.statusCode === 400)
          return { ref: null, state: 'failed', failure: (error.code ?? 'refused').slice(0, 100) }
        throw error
      }
    },

    /** Returns the newest 100 disputes of a payment. Throws when the provider cannot be reached. */
    async listDisputes(ref: string): Promise<DisputeReport[]> {
      const { data } = await call(({ disputes }) => disputes.list({ payment_intent: ref, limit: 100 }))
      return data.map(reportOf)
    },

    /** Returns all refunds and disputes since a time. Throws when the provider cannot be reached. */
    async listRecent(since: Date): Promise<ReportedState[]> {
      const { refunds, disputes } = await openStripe()
      const found: ReportedState[] = []
      for await (const one of refunds.list(allSince(since))) found.push(...reported(one, refundOf(one).state))
      for await (const one of disputes.list(allSince(since))) found.push(...reported(one, reportOf(one).dispute_state))
      return found
    },

    /**
     * Sends the bank a text, which is possible once, or accepts the dispute without one. Returns false when the provider
     * refuses, as the dispute was answered or has ended. Throws when the outcome is unknown.
     */
    async answerDispute(ref: string, { text }: { text?: string | undefined }): Promise<boolean> {
      const answer = { evidence: { uncategorized_text: text ?? '' }, submit: true }
      try {
        await call(({ disputes }) => (text === undefined ? disputes.close(ref) : disputes.update(ref, answer)))
        return true
      } catch (error) {
        if (isStripeError(error, 'StripeInvalidRequestError')) return false
        throw error
      }
    },
  }
}

/** Returns the parameters of a list of all objects since a time. */
export const allSince = (time: Date) => ({ created: { gte: Math.floor(time.getTime() / 1000) }, limit: 100 })

function reported({ id: ref, payment_intent: of }: Stripe.Refund | Stripe.Dispute, state: string): ReportedState[] {
  const payment_ref = typeof of === 'string' ? of : of?.id
  return payment_ref ? [{ ref, payment_ref, state }] : []
}

function refundOf({ id, status, failure_reason, amount, metadata }: Stripe.Refund): RefundOutcome {
  const state = status === 'succeeded' ? status : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
  const failure = failure_reason?.slice(0, 100) ?? null
  return { ref: id, refundId: metadata?.refund_id, amountCents: amount, state, failure }
}

const STATES: Partial<Record<Stripe.Dispute.Status, DisputeState>> = {
  warning_needs_response: 'warning',
  warning_under_review: 'warning',
  needs_response: 'needs_response',
  under_review: 'under_review',
  lost: 'lost',
}

function reportOf(dispute: Stripe.Dispute): DisputeReport {
  const { id, amount, reason, status, balance_transactions, evidence_details, created } = dispute
  const { due_by, submission_count } = evidence_details
  const fees = balance_transactions.reduce((sum, { fee }) => sum + fee, 0)
  return {
    provider_ref: id,
    amount: centsToDecimal(amount),
    fee: centsToDecimal(Math.max(0, fees)),
    reason: reason.slice(0, 64),
    // Won, closed by the bank, or prevented: the money is no longer withheld.
    dispute_state: STATES[status] ?? 'won',
    answer_by: due_by ? new Date(due_by * 1000) : null,
    isAnswered: submission_count > 0 || status === 'lost',
    created_at: new Date(created * 1000),
  }
}
