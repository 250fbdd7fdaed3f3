import { auditMessages } from '../../../../shared/audit/messages.ts'
import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

interface Named {
  product_id: string
  product_name: string
}

interface DeleteDialogProps<Product extends Named> {
  /** The products to delete; null while the dialog is closed. */
  products: readonly Product[] | null
  /** Returns true on success. */
  onDelete: (products: readonly Product[], reason: string) => Promise<boolean>
  onClose: () => void
}

/** Confirms the deletion of products, with an optional reason. */
export function DeleteDialog<Product extends Named>({ products, onDelete, onClose }: DeleteDialogProps<Product>) {
  const [first] = products ?? []
  const count = products?.length ?? 0
  return (
    <ReasonDialog
      open={products !== null}
      name={`delete-${products?.map(({ product_id }) => product_id).join('-')}`}
      title={productListMessages.confirmDeleteOf({ count })}
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
