import { PackageX, Trash2 } from 'lucide-react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Price } from '../../ui/price.tsx'
import { ProductPicture } from '../../ui/product-picture.tsx'
import { QuantityControl } from '../../ui/quantity-control.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { setQuantity } from './change-cart.ts'
import type { CartLine } from './use-cart-lines.ts'

interface CartLineRowProps {
  line: CartLine
  /** Called before the line is removed, together with the focused button. */
  onRemove: () => void
}

/** One line of the cart: picture, name, price, quantity and a Remove button. */
export function CartLineRow({ line, onRemove }: CartLineRowProps) {
  const { product, quantity, total } = line
  const name = product?.product_name ?? line.product_id
  const dispatch = useAppDispatch()

  async function change(wanted: number) {
    if (wanted <= 0) onRemove()
    const outcome = await dispatch(setQuantity(line.product_id, wanted))
    if (outcome === 'failed') showError(cartMessages.updateFailedToast)
    if (outcome === 'done') showSuccess(cartMessages.quantityUpdated)
  }

  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-4 sm:grid-cols-[6rem_minmax(0,1fr)] sm:gap-x-5 sm:py-5">
      <div className="overflow-hidden rounded-xl">
        {product ? (
          <ProductPicture src={product.featured_image} alt="" sizes="96px" />
        ) : (
          <span className="grid aspect-square place-items-center bg-tint text-muted">
            <PackageX aria-hidden className="size-8" />
          </span>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <h2 className="line-clamp-2 font-medium wrap-anywhere" title={name}>
          {product ? (
            <Link to={`/product/${line.product_id}`} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {product ? (
          <Price amount={product.product_price} className="text-muted" />
        ) : (
          <p className="text-danger">{cartMessages.unavailable}</p>
        )}
      </div>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-start-2">
        {product && (
          <QuantityControl
            label={cartMessages.quantityOf(name)}
            value={quantity}
            onChange={change}
            onBelowMin={() => change(0)}
          />
        )}
        <Button variant="ghost" size="small" aria-label={cartMessages.removeProduct(name)} onClick={() => change(0)}>
          <Trash2 aria-hidden className="size-4" /> {cartMessages.remove}
        </Button>
        {product && <Price amount={total} className="ml-auto text-lg font-bold" />}
      </div>
    </li>
  )
}
