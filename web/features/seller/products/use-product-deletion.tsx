import { useRef, useState } from 'react'
import { UNDO_SECONDS } from '../../../../shared/catalog/constants.ts'
import { productErrors } from '../../../../shared/catalog/errors.ts'
import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { SellerProductRow } from '../../../../shared/catalog/schema.ts'
import { canRetry, limitText } from '../../../api/failure-text.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useFailures } from '../../../ui/form/use-failures.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { UndoOffer, useUndoOffer } from '../../../ui/overlay/undo-offer.tsx'
import { useDeleteProductMutation, useRestoreProductMutation } from '../seller-api.ts'

/** The key of failed undos among the ids of products. */
const UNDO = 'undo'

/** Returns the confirmation of a deletion, the function that opens it, failures by product, and the offer to undo. */
export function useProductDeletion() {
  const [product, setProduct] = useState<SellerProductRow | null>(null)
  // The dialog keeps its content while it fades out.
  const shown = useRef<SellerProductRow>(null)
  if (product) shown.current = product
  const [deleteProduct, { isLoading }] = useDeleteProductMutation()
  const [restoreProduct] = useRestoreProductMutation()
  const { report, clear, noteAt } = useFailures()
  const { offer, offerUndo, endOffer } = useUndoOffer()

  async function restore(product_id: string): Promise<void> {
    clear(UNDO)
    const { error } = await restoreProduct(product_id)
    if (!error) return showSuccess(productListMessages.restored({ count: 1 }))
    const retry = canRetry(error, productErrors) ? () => restore(product_id) : undefined
    report(UNDO, { text: limitText(error) ?? productListMessages.undoFailed, retry })
  }

  async function remove(product_id: string) {
    clear(product_id)
    clear(UNDO)
    const { error } = await deleteProduct(product_id)
    setProduct(null)
    if (error) {
      const retry = canRetry(error, productErrors) ? () => remove(product_id) : undefined
      return report(product_id, { text: limitText(error) ?? productListMessages.deleteFailed, retry })
    }
    showSuccess(productListMessages.deletedSuccessfully({ count: 1 }))
    // The offer takes the focus from the removed row.
    offerUndo(productListMessages.deleted({ count: 1 }), () => restore(product_id))
  }

  const dialog = (
    <ConfirmDialog
      open={product !== null}
      title={productListMessages.confirmDelete}
      text={
        <>
          <strong className="mb-1 block font-medium text-ink">{shown.current?.product_name}</strong>
          {productListMessages.deleteExplained}
        </>
      }
      confirm={productListMessages.delete}
      busy={isLoading}
      onConfirm={() => product && void remove(product.product_id)}
      onCancel={() => setProduct(null)}
    />
  )
  const tools = (
    <>
      {offer && <UndoOffer key={offer.id} offer={offer} seconds={UNDO_SECONDS} onEnd={() => endOffer(offer.id)} />}
      <FailureNote {...noteAt(UNDO)} className="w-full" />
    </>
  )
  return { dialog, tools, ask: setProduct, failureOf: noteAt }
}
