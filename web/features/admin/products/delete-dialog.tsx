import { useRef } from 'react'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

interface DeleteDialogProps {
  /** Those to delete; null while the dialog is closed. */
  products: readonly AdminProduct[] | null
  /** Returns whether it worked. */
  onDelete: (products: readonly AdminProduct[], reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks before an admin deletes products, and for the reason. */
export function DeleteDialog({ products, onDelete, onClose }: DeleteDialogProps) {
  // What it asks stays while it fades out.
  const asked = useRef<readonly AdminProduct[]>([])
  if (products) asked.current = products
  const [first] = asked.current
  const count = asked.current.length
  return (
    <ReasonDialog
      open={products !== null}
      name={`delete-${asked.current.map(({ product_id }) => product_id).join('-')}`}
      title={productListMessages.confirmDeleteOf(count)}
      text={
        <>
          {count === 1 && <strong className="mb-1 block font-medium text-ink">{first?.product_name}</strong>}
          {productListMessages.deleteExplained}
        </>
      }
      confirm={productListMessages.delete}
      hint={auditMessages.reasonSeen}
      onConfirm={async (reason) => products !== null && onDelete(products, reason)}
      onCancel={onClose}
    />
  )
}
