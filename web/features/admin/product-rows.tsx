import type { AdminProduct } from '../../../shared/admin/schema.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { type Column, RowList, type Selection } from '../../ui/row-list.tsx'
import type { ProductChanges } from './use-product-changes.ts'

interface ProductRowsProps {
  products: readonly AdminProduct[]
  selection: Selection<AdminProduct>
  changes: ProductChanges
}

/** One page of everybody's products. */
export function ProductRows({ products, selection, changes }: ProductRowsProps) {
  const columns: [Column<AdminProduct>, ...Column<AdminProduct>[]] = [
    { text: 'ID', cell: ({ product_id }) => product_id },
    {
      text: 'Name',
      cell: ({ product_name }) => (
        <span title={product_name} className="line-clamp-2 wrap-anywhere sm:min-w-40">
          {product_name}
        </span>
      ),
    },
    { text: 'Price', isAmount: true, cell: ({ product_price }) => <Price amount={product_price} /> },
    {
      text: 'Seller ID',
      cell: ({ seller_id }) => <span className="block text-sm wrap-anywhere sm:min-w-28">{seller_id}</span>,
    },
    {
      text: 'Flash Sale',
      cell: (product) => <FlashSaleToggle product={product} onToggle={changes.setFlashSale} />,
    },
  ]
  return (
    <RowList
      label="Products"
      rows={products}
      keyOf={({ product_id }) => product_id}
      columns={columns}
      selection={selection}
      actions={(product) => (
        <>
          <Button
            variant="danger"
            size="small"
            busy={changes.deletingId === product.product_id}
            aria-disabled={changes.busy || undefined}
            onClick={() => changes.busy || changes.remove([product])}
          >
            Delete<span className="sr-only"> {product.product_name}</span>
          </Button>
          <ButtonLink variant="secondary" size="small" to={`/product/${product.product_id}`}>
            View<span className="sr-only"> {product.product_name}</span>
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
      title={flash_sale ? 'Turn the flash sale off' : 'Turn the flash sale on'}
      className="min-w-22"
      onClick={() => onToggle(product, !flash_sale)}
    >
      {flash_sale ? 'Active' : 'Inactive'}
      <span className="sr-only">, flash sale of {product_name}</span>
    </Button>
  )
}
