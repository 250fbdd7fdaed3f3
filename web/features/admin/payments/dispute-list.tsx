import { useState } from 'react'
import { formatDollars } from '../../../../shared/kernel/money.ts'
import { adminPaymentMessages, adminPaymentRefusals } from '../../../../shared/payments/admin-messages.ts'
import type { AdminDispute, AdminPayment } from '../../../../shared/payments/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { ActDialog } from '../../fulfilment/act-dialog.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'
import { useAnswerDisputeMutation } from './payments-api.ts'

/** The disputes of a payment, oldest first; nothing without one. */
export function DisputeList({ payment }: { payment: AdminPayment }) {
  if (!payment.disputes.length) return null
  return (
    <section>
      <h3 className="mb-2 font-bold">{adminPaymentMessages.disputes}</h3>
      <ul aria-label={adminPaymentMessages.disputes} className="divide-y divide-line border-y border-line">
        {payment.disputes.map((dispute) => (
          <li key={dispute.dispute_number} className="grid gap-1 py-2.5 text-sm">
            <Dispute payment={payment} dispute={dispute} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const TONES = {
  warning: 'accent',
  needs_response: 'danger',
  under_review: 'accent',
  won: 'good',
  lost: 'quiet',
} as const

function Dispute({ payment, dispute }: { payment: AdminPayment; dispute: AdminDispute }) {
  const { amount, fee, reason, dispute_state, answer_by, answered_at, ended_at, created_at } = dispute
  const [open, setOpen] = useState<'answer' | 'accept' | null>(null)
  const isOpen = ended_at === null && answered_at === null && dispute_state !== 'under_review'
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <StateDot tone={TONES[dispute_state]}>{adminPaymentMessages.disputeStates[dispute_state]}</StateDot>
        <span className="font-medium tabular-nums">{formatDollars(amount)}</span>
      </p>
      <p className="text-muted wrap-anywhere">
        {[reason.replaceAll('_', ' '), fee > 0 && adminPaymentMessages.disputeFee(formatDollars(fee))]
          .filter(Boolean)
          .join(' · ')}
        {' · '}
        <LocalDate at={created_at} precise />
      </p>
      {isOpen && answer_by && (
        <p>
          {adminPaymentMessages.answerBy} <LocalDate at={answer_by} precise />
        </p>
      )}
      {isOpen && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button size="small" onClick={() => setOpen('answer')}>
            {adminPaymentMessages.answerDispute}
          </Button>
          <Button size="small" variant="secondary" onClick={() => setOpen('accept')}>
            {adminPaymentMessages.acceptDispute}
          </Button>
        </div>
      )}
      {open === 'answer' && <DisputeDialog payment={payment} dispute={dispute} onClose={() => setOpen(null)} />}
      {open === 'accept' && <AcceptDialog dispute={dispute} onClose={() => setOpen(null)} />}
    </>
  )
}

function AcceptDialog({ dispute, onClose }: { dispute: AdminDispute; onClose: () => void }) {
  const [answer] = useAnswerDisputeMutation()
  async function accept() {
    const { error } = await answer({ dispute: dispute.dispute_number, answer: { accept: true } })
    if (error) return { error }
    showSuccess(adminPaymentMessages.disputeAccepted)
    return {}
  }
  return (
    <ActDialog
      title={adminPaymentMessages.acceptTitle}
      text={adminPaymentMessages.acceptText(formatDollars(dispute.amount))}
      confirm={adminPaymentMessages.acceptDispute}
      refusals={adminPaymentRefusals}
      danger
      onSubmit={accept}
      onClose={onClose}
    />
  )
}
