import { useState } from 'react'
import { adminPaymentMessages, adminPaymentRefusals } from '../../../../shared/payments/admin-messages.ts'
import { MAX_DISPUTE_ANSWER_LENGTH } from '../../../../shared/payments/constants.ts'
import type { AdminDispute, AdminPayment } from '../../../../shared/payments/schema.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { ActDialog } from '../../fulfilment/act-dialog.tsx'
import { ActTextArea } from '../../fulfilment/act-fields.tsx'
import { useGetAdminOrderQuery, useGetSellerOrdersOfQuery } from '../admin-api.ts'
import { disputeAnswer } from './dispute-answer.ts'
import { useAnswerDisputeMutation } from './payments-api.ts'

interface DisputeDialogProps {
  payment: AdminPayment
  dispute: AdminDispute
  onClose: () => void
}

/** Sends the bank an answer, once; it begins with what the marketplace knows of the order. */
export function DisputeDialog({ payment, dispute, onClose }: DisputeDialogProps) {
  const [answer] = useAnswerDisputeMutation()
  const skip = payment.order_id === null
  const { data: order } = useGetAdminOrderQuery(payment.order_id ?? '', { skip })
  const { data: sellerOrders } = useGetSellerOrdersOfQuery(payment.order_id ?? '', { skip })
  // Undefined until something is typed.
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (order && sellerOrders ? disputeAnswer(order, sellerOrders.seller_orders) : '')

  async function submit() {
    const { error } = await answer({ dispute: dispute.dispute_number, answer: { text } })
    if (error) return { error }
    showSuccess(adminPaymentMessages.disputeAnswered)
    return {}
  }

  return (
    <ActDialog
      title={adminPaymentMessages.answerTitle(payment.order_id ?? '')}
      text={adminPaymentMessages.answerText}
      confirm={adminPaymentMessages.answerDispute}
      refusals={adminPaymentRefusals}
      check={() => ({ text: text.trim() ? undefined : adminPaymentMessages.answerNeeded })}
      onSubmit={submit}
      onClose={onClose}
    >
      <ActTextArea
        name="text"
        label={adminPaymentMessages.answerLabel}
        rows={12}
        maxLength={MAX_DISPUTE_ANSWER_LENGTH}
        value={text}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ActDialog>
  )
}
