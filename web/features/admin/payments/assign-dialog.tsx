import { useState } from 'react'
import { formatDollars } from '../../../../shared/kernel/money.ts'
import { adminPaymentMessages, adminPaymentRefusals } from '../../../../shared/payments/admin-messages.ts'
import type { AdminPayment, AdminRefund } from '../../../../shared/payments/schema.ts'
import { Choice } from '../../../ui/form/choice.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { ActDialog } from '../../fulfilment/act-dialog.tsx'
import { useAssignRefundMutation } from './payments-api.ts'

interface AssignDialogProps {
  payment: AdminPayment
  refund: AdminRefund
  onClose: () => void
}

/** Says which seller a refund is for that was made at the provider's dashboard. */
export function AssignDialog({ payment, refund, onClose }: AssignDialogProps) {
  const [assign] = useAssignRefundMutation()
  const [seller_id, setSeller] = useState(payment.sellers[0]?.seller_id ?? '')
  async function submit() {
    const { error } = await assign({ refundId: refund.refund_id, seller_id })
    if (error) return { error }
    showSuccess(adminPaymentMessages.assigned)
    return {}
  }
  return (
    <ActDialog
      title={adminPaymentMessages.assignTitle(formatDollars(refund.amount))}
      confirm={adminPaymentMessages.assign}
      refusals={adminPaymentRefusals}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label={adminPaymentMessages.refundSeller}
        value={seller_id}
        onChange={setSeller}
        options={payment.sellers.map((seller) => ({ value: seller.seller_id, text: seller.name }))}
      />
    </ActDialog>
  )
}
