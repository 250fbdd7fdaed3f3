import { useState } from 'react'
import { formatDollars } from '../../../shared/kernel/money.ts'
import { adminPaymentMessages, adminPaymentRefusals } from '../../../shared/payments/admin-messages.ts'
import { ADMIN_REFUND_REASONS, MAX_REFUND_NOTE_LENGTH } from '../../../shared/payments/constants.ts'
import type { AdminPayment, AdminRefund } from '../../../shared/payments/schema.ts'
import { Choice } from '../../ui/choice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { ActDialog } from '../fulfilment/act-dialog.tsx'
import { ActChoice, ActField } from '../fulfilment/act-fields.tsx'
import { useRefundPaymentMutation } from './payments-api.ts'
import { wrongAmount } from './wrong-amount.ts'

interface RefundDialogProps {
  payment: AdminPayment
  /** A refund that failed, to be sent again. */
  again?: AdminRefund
  onClose: () => void
}

/** Refunds a payment or a part of it; it says first what the buyer gets. */
export function RefundDialog({ payment, again, onClose }: RefundDialogProps) {
  const [refund] = useRefundPaymentMutation()
  // The same for every retry of this dialog, so that money goes back once.
  const [refund_id] = useState(() => crypto.randomUUID())
  const [amount, setAmount] = useState(() => (again?.amount ?? payment.refundable).toFixed(2))
  const [note, setNote] = useState(again?.note ?? '')
  const [seller_id, setSeller] = useState(again?.seller_id ?? payment.sellers[0]?.seller_id ?? '')
  const [reason, setReason] = useState<(typeof ADMIN_REFUND_REASONS)[number]>(
    ADMIN_REFUND_REASONS.find((known) => known === again?.reason) ?? 'goodwill',
  )
  const dollars = Number(amount)
  const isValid = wrongAmount(amount, payment.refundable) === undefined
  const byHand = payment.payment_method === 'bank_transfer' && payment.provider_ref === null
  const isReserved = payment.payment_state === 'authorized'
  const { refundByHand, refundEffect, releaseEffect } = adminPaymentMessages
  const effect = isReserved ? releaseEffect : byHand ? refundByHand : refundEffect

  async function submit() {
    const body = { refund_id, amount: dollars, seller_id, reason, ...(note.trim() && { note: note.trim() }) }
    const { error } = await refund({ paymentId: payment.payment_id, refund: body })
    if (error) return { error }
    showSuccess(isReserved ? adminPaymentMessages.lessTaken : adminPaymentMessages.refundRequested)
    return {}
  }

  return (
    <ActDialog
      title={adminPaymentMessages.refundTitle(payment.order_id ?? '')}
      confirm={adminPaymentMessages.refund}
      refusals={adminPaymentRefusals}
      danger
      fieldOf={{ refund_too_large: 'amount', refund_wrong_seller: 'seller' }}
      check={() => ({ amount: wrongAmount(amount, payment.refundable) })}
      onSubmit={submit}
      onClose={onClose}
    >
      <ActField
        name="amount"
        label={adminPaymentMessages.refundAmount}
        hint={adminPaymentMessages.refundLimit(formatDollars(payment.refundable))}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <ActChoice
        name="seller"
        label={adminPaymentMessages.refundSeller}
        value={seller_id}
        onChange={setSeller}
        options={payment.sellers.map((seller) => ({ value: seller.seller_id, text: seller.name }))}
      />
      <Choice
        label={adminPaymentMessages.refundReason}
        value={reason}
        onChange={(value) => setReason(ADMIN_REFUND_REASONS.find((known) => known === value) ?? 'goodwill')}
        options={ADMIN_REFUND_REASONS.map((value) => ({ value, text: adminPaymentMessages.reasons[value] }))}
      />
      <TextField
        label={adminPaymentMessages.refundNote}
        maxLength={MAX_REFUND_NOTE_LENGTH}
        autoComplete="off"
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <p role="status" className="text-muted">
        {isValid && effect(formatDollars(dollars))}
      </p>
    </ActDialog>
  )
}
