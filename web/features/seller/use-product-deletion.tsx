import { useRef, useState } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { productListMessages, productListRefusals } from '../../../shared/catalog/product-list-messages.ts'
import type { SellerProductRow } from '../../../shared/catalog/schema.ts'
import { canRetry, limitText } from '../../api/failure-text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { focusHeading } from '../../ui/page.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { useFailures } from '../../ui/use-failures.ts'
import { useDeleteProductMutation } from './seller-api.ts'

/** Returns the dialog that asks before a seller's product is deleted, what opens it, and what failed, by product. */
export function useProductDeletion() {
  const [product, setProduct] = useState<SellerProductRow | null>(null)
  // What the dialog asks stays while it fades out.
  const asked = useRef<SellerProductRow>(null)
  if (product) asked.current = product
  const [deleteProduct, { isLoading }] = useDeleteProductMutation()
  const { report, clear, noteAt } = useFailures()

  async function remove(product_id: string) {
    clear(product_id)
    const { error } = await deleteProduct(product_id)
    setProduct(null)
    if (error) {
      const retry = canRetry(error, productListRefusals) ? () => remove(product_id) : undefined
      return report(product_id, { text: limitText(error) ?? productListMessages.deleteFailed, retry })
    }
    showSuccess(catalogMessages.productDeleted)
    // The button that had the focus was removed with its row.
    focusHeading()
  }

  const dialog = (
    <ConfirmDialog
      open={product !== null}
      title={productListMessages.confirmDelete}
      text={
        <>
          <strong className="mb-1 block font-medium text-ink">{asked.current?.product_name}</strong>
          {productListMessages.deleteExplained}
        </>
      }
      confirm={productListMessages.delete}
      busy={isLoading}
      onConfirm={() => product && void remove(product.product_id)}
      onCancel={() => setProduct(null)}
    />
  )
  return { dialog, ask: setProduct, failureOf: noteAt }
}
