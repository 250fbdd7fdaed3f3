import { useState } from 'react'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { NeededReason, reasonProblem } from '../needed-reason.tsx'
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
      refusals={shopErrors}
      check={() => ({ reason: reasonProblem(reason) })}
      success={hiddenProductMessages.nowHidden}
      onSubmit={() => hide({ product_id, reason: reason.trim() })}
      onClose={onClose}
    >
      <NeededReason value={reason} onChange={setReason} />
    </ActionDialog>
  )
}
