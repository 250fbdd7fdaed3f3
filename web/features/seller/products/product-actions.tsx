import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { SellerProductRow } from '../../../../shared/catalog/schema.ts'
import { Eye, Pencil } from '../../../ui/area-icons.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Trash2 } from '../../../ui/icons.tsx'

interface ProductActionsProps {
  product: Pick<SellerProductRow, 'product_id' | 'product_name'>
  /** Absent in a list whose products are only edited. */
  onDelete?: () => void
}

/** The View, Edit and Delete actions of a product in a list. */
export function ProductActions({ product: { product_id, product_name: name }, onDelete }: ProductActionsProps) {
  const links = [
    [`/product/${product_id}`, productListMessages.view, productListMessages.viewProduct({ name }), Eye],
    [`/seller/edit-product/${product_id}`, productListMessages.edit, productListMessages.editProduct({ name }), Pencil],
  ] as const
  return (
    <>
      {links.map(([to, title, label, Icon]) => (
        <ButtonLink key={to} to={to} variant="quiet" size="rowIcon" title={title} aria-label={label}>
          <Icon aria-hidden className="size-4.5" />
        </ButtonLink>
      ))}
      {onDelete && (
        <Button
          id={`delete-${product_id}`}
          variant="quietDanger"
          size="rowIcon"
          title={productListMessages.delete}
          aria-label={productListMessages.deleteProduct({ name })}
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-4.5" />
        </Button>
      )}
    </>
  )
}
