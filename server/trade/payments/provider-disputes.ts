import type { DisputeState } from '../../../shared/payments/constants.ts'
import type { DisputeReport, ReportedState } from './dispute-queries.ts'
import type { Gate } from './provider-gate.ts'
import { refOf, unixSeconds } from './provider-refunds.ts'
import type { Stripe } from './stripe/client.ts'
import { isStripeError, type OpenStripe } from './stripe/library.ts'

export function createDisputes(openStripe: OpenStripe, call: Gate) {
  /** Returns the newest 100 disputes of a payment. Throws when the provider cannot be reached. */
  async function listDisputes(ref: string): Promise<DisputeReport[]> {
    const { data } = await call(async () => (await openStripe()).disputes.list({ payment_intent: ref, limit: 100 }))
    return data.map(reportOf)
  }

  /** Returns all disputes since a time. Throws when the provider cannot be reached. */
  async function listRecentDisputes(since: Date): Promise<ReportedState[]> {
    const found: ReportedState[] = []
    for await (const dispute of (await openStripe()).disputes.list({
      created: { gte: unixSeconds(since) },
      limit: 100,
    })) {
      const payment_ref = refOf(dispute.payment_intent)
      if (payment_ref) found.push({ ref: dispute.id, payment_ref, state: reportOf(dispute).state })
    }
    return found
  }

  /**
   * Sends the bank a text, which is possible once; without one accepts the dispute. Returns false when the provider
   * refuses, as the dispute was answered or has ended. Throws when the outcome is unknown.
   */
  async function answerDispute(ref: string, { text }: { text?: string | undefined }): Promise<boolean> {
    try {
      await call<unknown>(async () => {
        const { disputes } = await openStripe()
        if (text === undefined) return disputes.close(ref)
        return disputes.update(ref, { evidence: { uncategorized_text: text }, submit: true })
      })
      return true
    } catch (error) {
      if (isStripeError(error, 'StripeInvalidRequestError')) return false
      throw error
    }
  }

  return { listDisputes, listRecentDisputes, answerDispute }
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
  return {
    ref: id,
    amountCents: amount,
    reason,
    feeCents: Math.max(
      0,
      balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
    ),
    // Won, closed by the bank, or prevented: no money is withheld any more.
    state: STATES[status] ?? 'won',
    answerBy: due_by ? new Date(due_by * 1000) : null,
    isAnswered: submission_count > 0 || status === 'lost',
    createdAt: new Date(created * 1000),
  }
}
