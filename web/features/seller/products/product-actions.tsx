import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { SellerProductRow } from '../../../../shared/catalog/schema.ts'
import { Eye, Pencil } from '../../../ui/area-icons.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Trash2 } from '../../../ui/icons.tsx'

interface ProductActionsProps {
  product: Pick<SellerProductRow, 'product_id' | 'product_name'>
  onDelete: () => void
}

/** The View, Edit and Delete actions of a product in the list. */
export function ProductActions({ product: { product_id, product_name }, onDelete }: ProductActionsProps) {
  return (
    <span className="flex gap-1">
      <ButtonLink
        to={`/product/${product_id}`}
        variant="quiet"
        size="rowIcon"
        title={productListMessages.view}
        aria-label={productListMessages.viewProduct({ name: product_name })}
      >
        <Eye aria-hidden className="size-4.5" />
      </ButtonLink>
      <ProductEditLink product={{ product_id, product_name }} />
      <Button
        id={`delete-${product_id}`}
        variant="quietDanger"
        size="rowIcon"
        title={productListMessages.delete}
        aria-label={productListMessages.deleteProduct({ name: product_name })}
        onClick={onDelete}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
    </span>
  )
}

/** Leads to the form that edits a product. */
export function ProductEditLink({ product: { product_id, product_name } }: Pick<ProductActionsProps, 'product'>) {
  return (
    <ButtonLink
      to={`/seller/edit-product/${product_id}`}
      variant="quiet"
      size="rowIcon"
      title={productListMessages.edit}
      aria-label={productListMessages.editProduct({ name: product_name })}
    >
      <Pencil aria-hidden className="size-4.5" />
    </ButtonLink>
  )
}
