import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../shared/catalog/schema.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import type { Selection } from '../../ui/list/use-selection.ts'
import { Price } from '../../ui/price.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import type { ProductChanges } from './use-product-changes.ts'

interface ProductRowsProps {
  products: readonly AdminProduct[]
  selection: Selection<AdminProduct>
  changes: ProductChanges
  onDelete: (products: readonly AdminProduct[]) => void
}

/** One page of the products of all sellers. */
export function ProductRows({ products, selection, changes, onDelete }: ProductRowsProps) {
  const columns: readonly Column<AdminProduct>[] = [
    { text: productListMessages.id, cell: ({ product_id }) => product_id },
    {
      text: productListMessages.name,
      cell: ({ product_name }) => (
        <span title={product_name} className="line-clamp-2 wrap-anywhere sm:min-w-40">
          {product_name}
        </span>
      ),
    },
    { text: productListMessages.price, isAmount: true, cell: ({ product_price }) => <Price amount={product_price} /> },
    {
      text: productListMessages.sellerId,
      cell: ({ seller_id }) => <ShortId id={seller_id} />,
    },
    {
      text: productListMessages.flashSale,
      cell: (product) => <FlashSaleToggle product={product} onToggle={changes.setFlashSale} />,
    },
  ]
  return (
    <RowList
      label={productListMessages.products}
      rows={products}
      keyOf={({ product_id }) => product_id}
      columns={columns}
      selection={selection}
      failureOf={({ product_id }) => changes.failureOf(product_id)}
      actions={(product) => (
        <>
          <Button
            id={`delete-${product.product_id}`}
            variant="danger"
            size="small"
            busy={changes.deletingIds.includes(product.product_id)}
            aria-disabled={changes.busy || undefined}
            aria-label={productListMessages.deleteProduct(product.product_name)}
            onClick={() => changes.busy || onDelete([product])}
          >
            {productListMessages.delete}
          </Button>
          <ButtonLink
            variant="secondary"
            size="small"
            to={`/product/${product.product_id}`}
            aria-label={productListMessages.viewProduct(product.product_name)}
          >
            {productListMessages.view}
          </ButtonLink>
        </>
      )}
    />
  )
}

interface FlashSaleToggleProps {
  product: AdminProduct
  onToggle: ProductChanges['setFlashSale']
}

function FlashSaleToggle({ product, onToggle }: FlashSaleToggleProps) {
  const { product_name, flash_sale } = product
  return (
    <Button
      size="small"
      variant={flash_sale ? 'on' : 'secondary'}
      title={flash_sale ? productListMessages.turnFlashSaleOff : productListMessages.turnFlashSaleOn}
      aria-label={
        flash_sale ? productListMessages.activeFor(product_name) : productListMessages.inactiveFor(product_name)
      }
      className="min-w-22"
      onClick={() => onToggle(product, !flash_sale)}
    >
      {flash_sale ? productListMessages.active : productListMessages.inactive}
    </Button>
  )
}
