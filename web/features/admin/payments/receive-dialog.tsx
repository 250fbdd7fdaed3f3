import { useState } from 'react'
import { dayOf } from '../../../../shared/kernel/calendar.ts'
import { currencyCode, readAmount } from '../../../../shared/kernel/money.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { MAX_BANK_REFERENCE_LENGTH } from '../../../../shared/payments/constants.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import type { AdminPayment } from '../../../../shared/payments/schema.ts'
import { useDraft } from '../../../session/use-draft.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ActionDialog, DialogField } from '../../fulfilment/action-dialog.tsx'
import { wrongAmount } from '../wrong-amount.ts'
import { paymentsApi } from './payments-api.ts'

/** Records a received bank transfer. */
export function ReceiveDialog({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const [receive] = paymentsApi.useReceiveTransferMutation()
  const [id] = useState(() => ({ receipt_id: crypto.randomUUID(), seen: payment.receipts.length }))
  const [amount, setAmount] = useState(payment.awaited ? payment.awaited.toFixed(2) : '')
  const [day, setDay] = useState(() => dayOf(new Date()))
  const { values, field, ...draft } = useDraft(`receipt-${payment.payment_id}`, { reference: '' })
  const reference = values.reference.trim()

  const transfer = {
    ...id,
    amount: readAmount(amount) ?? 0,
    at: day,
    ...(reference && { reference }),
  }

  return (
    <ActionDialog
      title={adminPaymentMessages.receiveTitle({ order: payment.order_id ?? '' })}
      confirm={adminPaymentMessages.receive}
      refusals={adminPaymentErrors}
      fieldOf={{ wrong_day: 'day' }}
      check={() => ({ amount: wrongAmount(amount), day: day ? undefined : adminPaymentMessages.dayNeeded })}
      draft={draft}
      success={adminPaymentMessages.receiptNoted}
      onSubmit={() => receive({ paymentId: payment.payment_id, transfer })}
      onClose={onClose}
    >
      <DialogField
        name="amount"
        label={adminPaymentMessages.refundAmount({ currency: currencyCode() })}
        inputMode="decimal"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <DialogField
        name="day"
        label={adminPaymentMessages.receivedOn}
        type="date"
        required
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <TextField
        label={adminPaymentMessages.bankReference}
        maxLength={MAX_BANK_REFERENCE_LENGTH}
        {...field('reference')}
      />
    </ActionDialog>
  )
}
