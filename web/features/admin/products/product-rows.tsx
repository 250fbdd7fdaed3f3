import type { AdminProductSort } from '../../../../shared/catalog/desk-constants.ts'
import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import { stockListMessages } from '../../../../shared/stock/seller-messages.ts'
import { Eye } from '../../../ui/area-icons.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ShortId } from '../../../ui/copy-button.tsx'
import { PackageX, Trash2 } from '../../../ui/icons.tsx'
import { RowName, StockMark } from '../../../ui/list/product-parts.tsx'
import type { Column } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { MenuItem, MenuLink } from '../../../ui/overlay/menu.tsx'
import { Price } from '../../../ui/text.tsx'
import { StateDot, TwoLines } from '../../../ui/values.tsx'
import type { ProductChanges } from './use-product-changes.ts'

interface ProductActionsProps {
  product: AdminProduct
  changes: ProductChanges
  onDelete: (products: readonly AdminProduct[]) => void
  onHide: (product: AdminProduct) => void
}

/** The actions of a product in a card. */
export function ProductMenu({ product, changes, onDelete, onHide }: ProductActionsProps) {
  return (
    <RowMenu name={product.product_name}>
      <MenuItem onSelect={() => changes.busy || onDelete([product])}>{productListMessages.delete}</MenuItem>
      <MenuItem onSelect={() => onHide(product)}>{hiddenProductMessages.hide}</MenuItem>
      <MenuLink to={`/product/${product.product_id}`}>{productListMessages.view}</MenuLink>
    </RowMenu>
  )
}

/** The same in a table. */
export function ProductButtons({ product, changes, onDelete, onHide }: ProductActionsProps) {
  return (
    <>
      <Button
        id={`delete-${product.product_id}`}
        variant="quietDanger"
        size="rowIcon"
        title={productListMessages.delete}
        busy={changes.deletingIds.includes(product.product_id)}
        aria-disabled={changes.busy || undefined}
        aria-label={productListMessages.deleteProduct({ name: product.product_name })}
        onClick={() => changes.busy || onDelete([product])}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
      <Button
        variant="quiet"
        size="rowIcon"
        title={hiddenProductMessages.hide}
        aria-label={hiddenProductMessages.hideOf({ name: product.product_name })}
        onClick={() => onHide(product)}
      >
        <PackageX aria-hidden className="size-4.5" />
      </Button>
      <ButtonLink
        variant="quiet"
        size="rowIcon"
        title={productListMessages.view}
        to={`/product/${product.product_id}`}
        aria-label={productListMessages.viewProduct({ name: product.product_name })}
      >
        <Eye aria-hidden className="size-4.5" />
      </ButtonLink>
    </>
  )
}

export function columnsOf(changes: ProductChanges): readonly Column<AdminProduct, AdminProductSort>[] {
  return [
    {
      text: productListMessages.id,
      cell: ({ product_id }) => <span className="font-mono text-xs font-normal text-muted">{product_id}</span>,
      inCard: 'unnamed',
      sortedBy: { sort: 'id', first: 'asc' },
    },
    {
      text: productListMessages.name,
      cell: ({ product_name, featured_image, seller_name }) => (
        <RowName name={product_name} picture={featured_image}>
          <span className="text-xs font-normal text-muted wrap-anywhere xl:hidden">{seller_name}</span>
        </RowName>
      ),
      namesRow: true,
      sortedBy: { sort: 'name', first: 'asc' },
    },
    {
      text: productListMessages.price,
      isAmount: true,
      cell: ({ product_price }) => <Price amount={product_price} />,
      inCard: 'unnamed',
      sortedBy: { sort: 'price', first: 'desc' },
    },
    {
      text: productListMessages.sellerId,
      cell: ({ seller_id, seller_name }) => (
        <TwoLines
          first={<span className="line-clamp-3 min-w-44 max-xl:hidden">{seller_name}</span>}
          second={<ShortId id={seller_id} />}
        />
      ),
      inCard: 'unnamed',
    },
    {
      text: stockListMessages.stock,
      cell: ({ stock }) => stock && <StockMark {...stock} />,
      from: 'lg',
    },
    {
      text: productListMessages.flashSale,
      cell: (product) => <FlashSaleToggle product={product} onToggle={changes.setFlashSale} />,
    },
  ]
}

function FlashSaleToggle({ product, onToggle }: { product: AdminProduct; onToggle: ProductChanges['setFlashSale'] }) {
  const { product_name, flash_sale } = product
  return (
    <Button
      size="row"
      variant="quiet"
      title={flash_sale ? productListMessages.turnFlashSaleOff : productListMessages.turnFlashSaleOn}
      aria-label={
        flash_sale
          ? productListMessages.activeFor({ name: product_name })
          : productListMessages.inactiveFor({ name: product_name })
      }
      className="-ms-2 justify-start xl:min-w-24 forced-colors:ms-0"
      onClick={() => onToggle(product, !flash_sale)}
    >
      <StateDot tone={flash_sale ? 'good' : 'quiet'}>
        {flash_sale ? productListMessages.active : productListMessages.inactive}
      </StateDot>
    </Button>
  )
}
