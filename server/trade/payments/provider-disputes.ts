import type { DisputeState } from '../../../shared/payments/constants.ts'
import type { DisputeReport, ReportedState } from './dispute-queries.ts'
import type { Ask } from './provider-gate.ts'
import { allSince, reported } from './provider-refunds.ts'
import type { Stripe } from './stripe/client.ts'
import { isStripeError, type OpenStripe } from './stripe/library.ts'

export function createDisputes(openStripe: OpenStripe, ask: Ask) {
  return {
    /** Returns the newest 100 disputes of a payment. Throws when the provider cannot be reached. */
    async listDisputes(ref: string): Promise<DisputeReport[]> {
      const { data } = await ask(({ disputes }) => disputes.list({ payment_intent: ref, limit: 100 }))
      return data.map(reportOf)
    },

    /** Returns all disputes since a time. Throws when the provider cannot be reached. */
    async listRecentDisputes(since: Date): Promise<ReportedState[]> {
      const { disputes } = await openStripe()
      return reported(disputes.list(allSince(since)), (dispute) => reportOf(dispute).state)
    },

    /**
     * Sends the bank a text, which is possible once; without one accepts the dispute. Returns false when the provider
     * refuses, as the dispute was answered or has ended. Throws when the outcome is unknown.
     */
    async answerDispute(ref: string, { text }: { text?: string | undefined }): Promise<boolean> {
      const answer = { evidence: { uncategorized_text: text ?? '' }, submit: true }
      try {
        await ask(({ disputes }) => (text === undefined ? disputes.close(ref) : disputes.update(ref, answer)))
        return true
      } catch (error) {
        if (isStripeError(error, 'StripeInvalidRequestError')) return false
        throw error
      }
    },
  }
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
