import { useState } from 'react'
import { MAX_REASON_LENGTH } from '../../../../shared/audit/constants.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { adminSellerMessages } from '../../../../shared/sellers/admin-messages.ts'
import { sellerDecisionErrors } from '../../../../shared/sellers/errors.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { DialogField } from '../../fulfilment/dialog-fields.tsx'
import { useHideProductMutation } from '../sellers/sellers-api.ts'

/** Hides a product from the shop, with a reason. */
export function HideDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const [hide] = useHideProductMutation()
  const [reason, setReason] = useState('')
  const { product_id, product_name } = product
  return (
    <ActionDialog
      title={hiddenProductMessages.confirmHide}
      text={hiddenProductMessages.hideExplained({ name: product_name })}
      confirm={hiddenProductMessages.hide}
      danger
      refusals={sellerDecisionErrors}
      check={() => ({ reason: reason.trim() ? undefined : adminSellerMessages.reasonNeeded })}
      success={hiddenProductMessages.nowHidden}
      onSubmit={() => hide({ product_id, reason: reason.trim() })}
      onClose={onClose}
    >
      <DialogField
        name="reason"
        label={adminSellerMessages.reason}
        hint={adminSellerMessages.reasonHint}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActionDialog>
  )
}
