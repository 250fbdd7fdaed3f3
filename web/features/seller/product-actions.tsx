import { Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import type { SellerProductRow } from '../../../shared/catalog/schema.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { focusHeading } from '../../ui/page.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useDeleteProductMutation } from './seller-api.ts'

/** The View, Edit and Delete actions of a product in the list. */
export function ProductActions({ product }: { product: Pick<SellerProductRow, 'product_id' | 'product_name'> }) {
  const { product_id, product_name } = product
  const [confirming, setConfirming] = useState(false)
  const [deleteProduct, { isLoading }] = useDeleteProductMutation()

  async function remove() {
    const { error } = await deleteProduct(product_id)
    setConfirming(false)
    if (error) return showError(productListMessages.deleteFailed)
    showSuccess(catalogMessages.productDeleted)
    // The button that had the focus was removed with its row.
    focusHeading()
  }

  return (
    <span className="flex gap-1">
      <ButtonLink
        to={`/product/${product_id}`}
        variant="ghost"
        size="icon"
        title={productListMessages.view}
        aria-label={productListMessages.viewProduct(product_name)}
      >
        <Eye aria-hidden className="size-4.5" />
      </ButtonLink>
      <ButtonLink
        to={`/seller/edit-product/${product_id}`}
        variant="ghost"
        size="icon"
        title={productListMessages.edit}
        aria-label={productListMessages.editProduct(product_name)}
      >
        <Pencil aria-hidden className="size-4.5" />
      </ButtonLink>
      <Button
        variant="dangerGhost"
        size="icon"
        title={productListMessages.delete}
        aria-label={productListMessages.deleteProduct(product_name)}
        onClick={() => setConfirming(true)}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
      <ConfirmDialog
        open={confirming}
        title={productListMessages.confirmDelete}
        text={
          <>
            <strong className="mb-1 block font-medium text-ink">{product_name}</strong>
            {productListMessages.deleteExplained}
          </>
        }
        confirm={productListMessages.delete}
        busy={isLoading}
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      />
    </span>
  )
}
