import { PackageX, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Price } from '../../ui/price.tsx'
import { ProductPicture } from '../../ui/product-picture.tsx'
import { QuantityControl } from '../../ui/quantity-control.tsx'
import type { CartLine } from './use-cart-lines.ts'

interface CartLineRowProps {
  line: CartLine
  /** 0 removes the line. */
  onChange: (quantity: number) => void
}

/** One line of the cart: picture, name, price, quantity and Remove. */
export function CartLineRow({ line, onChange }: CartLineRowProps) {
  const { product, quantity, total } = line
  const name = product?.product_name ?? line.product_id
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
          <p className="text-danger">This product is no longer available.</p>
        )}
      </div>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-start-2">
        {product && (
          <QuantityControl
            label={`Quantity of ${name}`}
            value={quantity}
            onChange={onChange}
            onBelowMin={() => onChange(0)}
          />
        )}
        <Button variant="ghost" size="small" aria-label={`Remove ${name}`} onClick={() => onChange(0)}>
          <Trash2 aria-hidden className="size-4" /> Remove
        </Button>
        {product && <Price amount={total} className="ml-auto text-lg font-bold" />}
      </div>
    </li>
  )
}
