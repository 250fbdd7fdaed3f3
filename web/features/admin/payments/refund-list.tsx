import { useState } from 'react'
import { orderDeliveryMessages } from '../../../../shared/delivery/order-messages.ts'
import { formatAmount } from '../../../../shared/kernel/money.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import type { AdminPayment, AdminRefund } from '../../../../shared/payments/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Choice } from '../../../ui/form/fields.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { LocalDate, StateDot } from '../../../ui/values.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { paymentsApi } from './payments-api.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The refunds of a payment; nothing without one. */
export function RefundList({ payment }: { payment: AdminPayment }) {
  if (!payment.refunds.length) return null
  return (
    <section>
      <h3 className="mb-2 font-bold">{adminPaymentMessages.refunds}</h3>
      <ul aria-label={adminPaymentMessages.refunds} className="divide-y divide-line border-y border-line">
        {payment.refunds.map((refund) => (
          <li key={refund.refund_id} className="grid gap-1 py-2.5 text-sm">
            <Refund payment={payment} refund={refund} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const TONES = {
  requested: 'info',
  sent: 'info',
  pending: 'info',
  succeeded: 'good',
  failed: 'danger',
} as const

function Refund({ payment, refund }: { payment: AdminPayment; refund: AdminRefund }) {
  const { amount, delivery, reason, note, refund_state, seller_id, failure, by_hand, created_at } = refund
  const [noteSentBack] = paymentsApi.useNoteSentBackMutation()
  const [again, setAgain] = useState(false)
  const [assigning, setAssigning] = useState(false)
  const seller = payment.sellers.find((one) => one.seller_id === seller_id)?.name
  const ofDelivery = delivery && [orderDeliveryMessages.delivery, formatAmount(delivery)].join(' ')
  const isWaiting = by_hand && refund_state === 'requested'
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <StateDot tone={TONES[refund_state]}>
          {isWaiting ? adminPaymentMessages.byHand : adminPaymentMessages.refundStates[refund_state]}
        </StateDot>
        <span className="font-medium">{formatAmount(amount)}</span>
      </p>
      <p className="text-muted wrap-anywhere">
        {[adminPaymentMessages.reasons[reason], seller, ofDelivery, note, failure].filter(Boolean).join(' · ')}
        {' · '}
        <LocalDate at={created_at} precise />
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isWaiting && (
          <CallButton
            text={adminPaymentMessages.sentBack}
            call={() => noteSentBack(refund.refund_id)}
            success={adminPaymentMessages.sentBackDone}
          />
        )}
        {refund_state === 'failed' && (
          <Button size="small" variant="secondary" onClick={() => setAgain(true)}>
            {adminPaymentMessages.sendAgain}
          </Button>
        )}
        {reason === 'elsewhere' && seller_id === null && (
          <Button size="small" variant="secondary" onClick={() => setAssigning(true)}>
            {adminPaymentMessages.assign}
          </Button>
        )}
      </div>
      {assigning && <AssignDialog payment={payment} refund={refund} onClose={() => setAssigning(false)} />}
      {again && <RefundDialog payment={payment} again={refund} onClose={() => setAgain(false)} />}
    </>
  )
}

interface AssignDialogProps {
  payment: AdminPayment
  refund: AdminRefund
  onClose: () => void
}

function AssignDialog({ payment, refund, onClose }: AssignDialogProps) {
  const [assign] = paymentsApi.useAssignRefundMutation()
  const [seller_id, setSeller] = useState(payment.sellers[0]?.seller_id ?? '')
  return (
    <ActionDialog
      title={adminPaymentMessages.assignTitle({ amount: formatAmount(refund.amount) })}
      confirm={adminPaymentMessages.assign}
      refusals={adminPaymentErrors}
      success={adminPaymentMessages.assigned}
      onSubmit={() => assign({ refundId: refund.refund_id, seller_id })}
      onClose={onClose}
    >
      <Choice
        label={adminPaymentMessages.refundSeller}
        value={seller_id}
        onChange={setSeller}
        options={payment.sellers.map((seller) => ({ value: seller.seller_id, text: seller.name }))}
      />
    </ActionDialog>
  )
}

interface CallButtonProps {
  text: string
  call: () => PromiseLike<{ error?: unknown }>
  success?: string
  className?: string
}

/** A button that makes a call about a payment, with the call's failure after it. */
export function CallButton({ text, call, success, className }: CallButtonProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function press() {
    setBusy(true)
    setError(undefined)
    const result = await call()
    setBusy(false)
    setError(result.error)
    if (!result.error && success) showSuccess(success)
  }

  return (
    <>
      <Button size="small" variant="secondary" busy={busy} onClick={press}>
        {text}
      </Button>
      <FailureNote
        text={error ? failureText(error, adminPaymentErrors, adminPaymentMessages.actionFailed) : null}
        className={className}
      />
    </>
  )
}
